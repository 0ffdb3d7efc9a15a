import type { Queue } from '../../../adapters/aws/queue';
import type { Table } from '../../../adapters/dynamo/table';
import { TOKEN, tokenKey } from '../../../adapters/dynamo/tokens/token-item';
import { PRESENT } from '../../../adapters/dynamo/update';
import type { NewToken } from '../../../contract/messages';
import { BoundedCache } from '../../../domain/bounded-cache';
import type { TransferRow } from '../../../domain/evm/transfers';
import type { Projection } from './projection';

/** Tokens that a session caches as announced. */
const MAX_CACHED_TOKENS = 100_000;

/** Queues tokens without a record, to be read once, off the hot path. */
export function tokens(table: Table, chainId: string, queue: Pick<Queue, 'send'>) {
  const known = new BoundedCache<string>(MAX_CACHED_TOKENS);

  /** A crash may queue them twice. One that was lost is queued again by a later session. */
  const announce = async (
    transfers: readonly Pick<TransferRow, 'token' | 'kind'>[],
    signal: () => AbortSignal,
  ): Promise<void> => {
    const kinds = new Map(transfers.filter(({ token }) => !known.has(token)).map(({ token, kind }) => [token, kind]));
    if (kinds.size === 0) return;
    const there = await table.batchGet([...kinds.keys()].map((token) => tokenKey(chainId, token)));
    // The operator may have set a reputation before the token was seen.
    const found = new Set(there.filter((item) => item[TOKEN.ercType] !== undefined).map(({ pk }) => pk));
    const fresh = [...kinds].filter(([token]) => !found.has(tokenKey(chainId, token).pk));
    await queue.send(
      fresh.map(([token, kind]): NewToken => ({ chainId, token, kind })),
      { signal },
    );
    for (const token of kinds.keys()) known.set(token, true);
  };

  /** A contract of an orphan may be replaced by another: its metadata is deleted, the operator's settings stay. */
  const forget = async (contracts: readonly string[], signal: () => AbortSignal): Promise<void> => {
    const { operatorReputation: _r, operatorReason: _o, ...read } = TOKEN;
    for (const token of contracts) {
      known.delete(token);
      await table.updateIf(tokenKey(chainId, token), { remove: Object.values(read) }, { pk: PRESENT }, signal());
    }
  };

  return {
    async summarize(blocks, { signal }) {
      const transfers = blocks.flatMap((block) => block.transfers);
      return { writes: [], announce: () => announce(transfers, signal) };
    },
    revert(_, { signal }) {
      const contracts: string[] = [];
      return {
        facts: ({ deployments }) => void contracts.push(...deployments.map(({ contract }) => contract)),
        summaries: () => forget(contracts, signal),
      };
    },
    forget,
  } satisfies Projection & { forget: unknown };
}
