import type { Queue } from '../../../adapters/aws/queue';
import type { Table } from '../../../adapters/dynamo/table';
import { hasMetadata, TOKEN, tokenKey } from '../../../adapters/dynamo/tokens/token-item';
import { PRESENT } from '../../../adapters/dynamo/update';
import type { NewToken } from '../../../contract/messages';
import { BoundedCache } from '../../../domain/bounded-cache';
import type { TokenEvents, TransferKind } from '../../../domain/evm/transfers';
import type { Projection } from './projection';

/** Tokens that a session caches as announced. */
const MAX_CACHED_TOKENS = 100_000;

/** The standard of a token's transfers; undefined if it only wrapped: then it may be no token. */
type Kind = TransferKind | undefined;

/** Queues tokens without a record, to be read once, off the hot path. */
export function tokens(table: Table, chainId: string, queue: Pick<Queue, 'send'>) {
  /** With the standard that it was announced with. */
  const known = new BoundedCache<string, Kind>(MAX_CACHED_TOKENS);
  const isKnown = (token: string, kind: Kind): boolean =>
    known.has(token) && (kind === undefined || known.get(token) !== undefined);

  /** A crash may queue them twice. One that was lost is queued again by a later session. */
  const announce = async (seen: ReadonlyMap<string, Kind>, signal: () => AbortSignal): Promise<void> => {
    const unknown = [...seen].filter(([token, kind]) => !isKnown(token, kind));
    if (unknown.length === 0) return;
    const there = await table.batchGet(unknown.map(([token]) => tokenKey(chainId, token)));
    const found = new Map(there.map((item) => [item.pk, item]));
    const fresh = unknown.filter(([token, kind]) => !hasMetadata(found.get(tokenKey(chainId, token).pk), kind));
    await queue.send(
      fresh.map(([token, kind]): NewToken => ({ chainId, token, ...(kind ? { kind } : {}) })),
      { signal },
    );
    for (const [token, kind] of unknown) known.set(token, kind);
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
      const seen = seenIn(blocks);
      return { writes: [], announce: () => announce(seen, signal) };
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

/** The tokens that blocks name. A transfer says more about one than a wrap. */
const seenIn = (blocks: readonly TokenEvents[]): Map<string, Kind> =>
  new Map([
    ...blocks.flatMap(({ wraps }) => wraps.map(({ token }) => [token, undefined] as const)),
    ...blocks.flatMap(({ transfers }) => transfers.map(({ token, kind }) => [token, kind] as const)),
  ]);
