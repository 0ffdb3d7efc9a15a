import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { Table } from '../../core/table/table';
import { isLive } from '../tokens/domain/drift';
import { TOKEN, tokenKey } from '../tokens/rows/token-item';

export async function getMarks(
  table: Pick<Table, 'batchGet'>,
  chain: string,
  tokens: readonly string[],
): Promise<Map<string, unknown>> {
  const unique = [...new Set(tokens)];
  const found = await table.batchGet(
    unique.map((token) => tokenKey(chain, token)),
    true,
  );
  const byKey = new Map(found.map((item) => [item.pk, item[TOKEN.live]]));
  return new Map(
    unique.flatMap((token) => {
      const mark = byKey.get(key(entities.Token.pk, { chain, token }));
      return mark === undefined ? [] : [[token, mark] as const];
    }),
  );
}

/** Live tokens' balances are read from the node. Marks without a time get `now` (Unix seconds). */
export async function markLive(
  table: Pick<Table, 'update' | 'updateIf'>,
  chain: string,
  marks: ReadonlyMap<string, unknown>,
  confirmed: readonly string[],
  now: number,
): Promise<{ readonly live: string[]; readonly ended: string[] }> {
  const set = { [TOKEN.live]: now };
  for (const token of confirmed) await table.update(tokenKey(chain, token), { set });
  for (const [token, mark] of marks)
    if (mark === true && !confirmed.includes(token))
      await table.updateIf(tokenKey(chain, token), { set }, { [TOKEN.live]: true });
  const known = [...marks].filter(([token]) => !confirmed.includes(token));
  const live = known.filter(([, mark]) => isLive(mark, now)).map(([token]) => token);
  return {
    live: [...confirmed, ...live],
    ended: known.map(([token]) => token).filter((token) => !live.includes(token)),
  };
}
