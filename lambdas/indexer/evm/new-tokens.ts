import type { Queue } from '../../adapters/aws/queue';
import type { Lease } from '../../adapters/dynamo/chain/lease';
import { holds, type Table } from '../../adapters/dynamo/table';
import { TOKEN, tokenKey } from '../../adapters/dynamo/tokens/token-item';
import type { NewToken } from '../../contract/messages';
import type { TransferRow } from '../../domain/evm/transfers';

/** Tokens that a session remembers as announced. */
const REMEMBERED = 100_000;

/** Tells of tokens that have no record yet: they are read off the hot path, once. */
export function openNewTokens(table: Table, chainId: string, queue: Queue, lease: Pick<Lease, 'signal'>) {
  let known = new Set<string>();
  return {
    /** Called before the cursor moves: a crash tells of them twice. One that was lost is told of again by a later session. */
    async announce(transfers: readonly Pick<TransferRow, 'token' | 'kind'>[]): Promise<void> {
      const kinds = new Map(transfers.filter(({ token }) => !known.has(token)).map(({ token, kind }) => [token, kind]));
      if (kinds.size === 0) return;
      const there = await table.batchGet([...kinds.keys()].map((token) => tokenKey(chainId, token)));
      // The operator may have judged one before it was seen.
      const found = new Set(there.filter((item) => item[TOKEN.ercType] !== undefined).map(({ pk }) => pk));
      const fresh = [...kinds].filter(([token]) => !found.has(tokenKey(chainId, token).pk));
      await queue.send(
        fresh.map(([token, kind]): NewToken => ({ chainId, token, kind })),
        { signal: lease.signal },
      );
      if (known.size > REMEMBERED) known = new Set();
      for (const token of kinds.keys()) known.add(token);
    },

    /** After a rollback: contracts of orphans may come to be others. What was read of them is; the operator's word stays. */
    async forget(contracts: readonly string[]): Promise<void> {
      const { operatorReputation: _r, operatorReason: _o, ...read } = TOKEN;
      const gone = Object.fromEntries(Object.values(read).map((name) => [name, undefined]));
      for (const token of contracts) {
        known.delete(token);
        await holds(table.set(tokenKey(chainId, token), gone, lease.signal(), 'attribute_exists(pk)'));
      }
    },
  };
}
/** What `openNewTokens` gives. */
export type NewTokens = ReturnType<typeof openNewTokens>;
