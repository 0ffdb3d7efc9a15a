import type { ItemKey } from '../../core/table/item';
import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { Table } from '../../core/table/table';
import type { GapKind } from '../domain/gap';

/** An operator's request to retry all gaps. One per chain and kind. */
export interface GapRequest {
  readonly at: number;
  readonly next: number; // gaps below this block have been retried
}

const requestKey = (chain: string, kind: GapKind): ItemKey => ({
  pk: key(entities.Cursor.pk, { chain }),
  sk: key(entities.Cursor.sk, { cursor: `ask-${kind}` }),
});

/** Replaces a pending request. */
export const requestGaps = (table: Table, chain: string, kind: GapKind, at: number): Promise<void> =>
  table.write([{ put: { ...requestKey(chain, kind), at, n: 0 } }]);

export async function gapRequest(table: Table, chain: string, kind: GapKind): Promise<GapRequest | undefined> {
  const item = await table.get(requestKey(chain, kind), true);
  return item && { at: Number(item.at), next: Number(item.n) };
}

/** false if the request was replaced meanwhile. */
export async function setGapProgress(
  table: Table,
  chain: string,
  kind: GapKind,
  { at, next }: GapRequest,
): Promise<boolean> {
  return table.changeIf(requestKey(chain, kind), { set: { n: next } }, { at });
}

/** Unless the request was replaced meanwhile. */
export async function endGapRequest(table: Table, chain: string, kind: GapKind, { at }: GapRequest): Promise<void> {
  await table.deleteIf(requestKey(chain, kind), { at });
}
