import type { BlockRange } from '../../../chain/domain/block-range';
import type { ContractVersion } from '../../../core/contract/contract-version';
import type { Page } from '../../../core/http/page';
import type { PTxRow } from '../../domain/rows';
import { txTypeView } from '../../views/tx-type';
import type { Deps } from '../implement';
import { mergedPage } from './merged-page';

/** Empty `txTypes` match all types. */
interface Wanted {
  readonly network: string;
  readonly blocks: BlockRange;
  readonly txTypes: readonly string[];
  readonly contractVersion: ContractVersion;
  readonly page: Pick<Page, 'size' | 'from'>;
  readonly ascending: boolean;
}

const PLACE_LENGTH = '0000000000#00000'.length;
/** One Query each. */
const MAX_TYPE_LISTS = 4;

/** Matches internal type names and those of the API contract. */
export function hasTypeOf({ txTypes, contractVersion }: Pick<Wanted, 'txTypes' | 'contractVersion'>) {
  const types = new Set(txTypes);
  return ({ type }: { readonly type: string }): boolean =>
    types.size === 0 || types.has(type) || types.has(txTypeView(type, contractVersion));
}

/** Reads the lists by type if only a few types are requested. */
export async function transactionsOfChain({ PTx, page: read }: Deps<{ reads: ['PTx'] }>, wanted: Wanted) {
  const { network, blocks, page, ascending } = wanted;
  const txTypes = [...new Set(wanted.txTypes)];
  const types = txTypes.filter((type): type is PTxRow['type'] => type !== 'UNKNOWN');
  const hasLists = txTypes.length > 0 && txTypes.length <= MAX_TYPE_LISTS && types.length === txTypes.length;
  const lists = hasLists ? types.map((type) => PTx.ofType(network, type, blocks)) : [PTx.ofChain(network, blocks)];
  const keep = txTypes.length > 0 && !hasLists ? { keep: hasTypeOf(wanted) } : {};
  const { values: rows, next } = await mergedPage(read, lists, { page, ascending, ...keep, toId: ({ id }) => id });
  return { rows, next };
}

export async function getTransactions(
  { PTx, PTxOf, page: read }: Deps<{ reads: ['PTx', 'PTxOf'] }>,
  of: readonly string[],
  wanted: Wanted,
) {
  const { network, blocks, page, ascending } = wanted;
  const lists = of.map((one) => PTxOf.of(network, one, blocks));
  const { values, next } = await mergedPage(read, lists, {
    page,
    ascending,
    group: PLACE_LENGTH,
    keep: hasTypeOf(wanted),
    toId: ({ id }) => id,
  });
  const ids = values.map(({ id }) => id);
  const found = new Map((await PTx.byIds(network, ids)).map((row) => [row.id, row]));
  return { rows: ids.flatMap((id) => found.get(id) ?? []), next };
}
