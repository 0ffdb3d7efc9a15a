import type { ItemKey } from '../../core/table/item';
import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import type { Table } from '../../core/table/table';
import type { GapKind } from '../domain/gap';

/** An operator's request to ask the node once more for all gaps of a kind. One per chain and kind. */
export interface GapRequest {
  /** When it was made, Unix ms. */
  readonly at: number;
  /** The gaps below this block have been asked for. */
  readonly next: number;
}

const requestKey = (chain: string, kind: GapKind): ItemKey => ({
  pk: key(entities.Cursor.pk, { chain }),
  sk: key(entities.Cursor.sk, { cursor: `ask-${kind}` }),
});

/** Requests a chain's gaps, from the first on. */
export const requestGaps = (table: Table, chain: string, kind: GapKind, at: number): Promise<void> =>
  table.write([{ put: { ...requestKey(chain, kind), at, n: 0 } }]);

/** The request that a worker has to answer; undefined if there is none. */
export async function gapRequest(table: Table, chain: string, kind: GapKind): Promise<GapRequest | undefined> {
  const item = await table.get(requestKey(chain, kind), true);
  return item && { at: Number(item.at), next: Number(item.n) };
}

/** The gaps below `next` have been asked for. false if the request was made anew meanwhile. */
export async function setGapProgress(
  table: Table,
  chain: string,
  kind: GapKind,
  { at, next }: GapRequest,
): Promise<boolean> {
  return table.changeIf(requestKey(chain, kind), { set: { n: next } }, { at });
}

/** All gaps have been asked for. */
export async function endGapRequest(table: Table, chain: string, kind: GapKind, { at }: GapRequest): Promise<void> {
  await table.deleteIf(requestKey(chain, kind), { at });
}
