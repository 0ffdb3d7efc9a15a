import type { BlockRange } from '../../chain/domain/block-range';
import { getName, type Row } from '../../chain/rederive/compare';
import { fromExactJson } from '../../core/domain/exact-json';
import { inParallel } from '../../core/runtime/concurrency';
import type { Item, ItemKey } from '../../core/table/item';
import { after, blockDigits, key, parseKey, toLiteral } from '../../core/table/key';
import { readPages } from '../../core/table/pages';
import type { Range, Table } from '../../core/table/plain-table';
import { entities } from '../../core/table/schema';
import { type Stored, text } from '../../core/table/stored-item';
import { concernedBy } from '../domain/concerned';
import type { PBlockRow, PUtxoRow } from '../domain/rows';
import type { PValidatorRow } from '../domain/validators';
import { ATTRIBUTE, digits, type PBlockchainRow, txKey, utxoKey, utxoOfItems } from '../rows/items';
import { NOBODY } from '../rows/stake-items';
import { getTx } from '../rows/tx-readers';
import { parseUnsigned } from '../views/decoded';
import type { Unlisted } from './unlisted';

const PAGE_ITEMS = 1_000;
const MAX_PARALLEL_QUERIES = 16;

type Copy = Pick<Table, 'query' | 'batchGet'>;
type Listed = 'PBlock' | 'PTx' | 'PValidator' | 'PDelegator' | 'PSubnet' | 'PBlockchain' | 'PL1Validator';

/** A row that names others. */
interface Naming extends Row {
  readonly entity: Listed | 'PUtxo' | 'PCycle';
}

/** Of one block, in each copy, with the keys of the first one; undefined where the copy does not have the row. */
export interface InCopies {
  readonly block: number;
  readonly key: ItemKey;
  readonly items: readonly (Item | undefined)[];
}

export interface Named {
  readonly network: string;
  /** First block of the index. */
  readonly start: number;
  readonly unlisted: Unlisted;
}

/**
 * The rows that blocks created. Lists and transactions name the others: their keys are tried in all copies, so that no
 * row of one is missed because another names it differently. Later blocks may have changed the rows since.
 */
export async function readRows(copies: readonly Copy[], of: Named, range: BlockRange): Promise<InCopies[]> {
  const { network } = of;
  const naming: Naming[] = [];
  const readPartitions = async (entity: Naming['entity'], partitions: ReadonlyMap<string, number>) => {
    const wanted = copies.flatMap((copy) => [...partitions].map(([pk, block]) => ({ copy, pk, block })));
    await inParallel(wanted, MAX_PARALLEL_QUERIES, async ({ copy, pk, block }) => {
      for await (const items of readPages(copy, { pk, low: '0', high: after(''), limit: PAGE_ITEMS }))
        naming.push(...items.map((item) => ({ entity, block, item: item as Item })));
    });
  };
  for (const copy of copies) naming.push(...(await list(copy, network, range)));
  const stakes = naming.filter(({ entity }) => isStake(entity));
  const txs = new Map<string, number>([
    ...(range.from === 0 ? [...of.unlisted.txIds].map((id) => [id, 0] as const) : []),
    ...naming.flatMap((one) => txIds(one).map((id) => [id, one.block] as const)),
  ]);
  const placed = new Set(naming.flatMap(({ entity, item }) => (entity === 'PTx' ? getName(item) : [])));
  const txKeys = [...txs].map(([id, block]) => ({ block, ...txKey(network, id) }));
  // A seed has transactions that no list has.
  const others = txKeys.filter((one) => !placed.has(getName(one)));
  const blocks = new Map(others.map(({ pk, block }) => [pk, block]));
  for (const copy of copies)
    for (const item of await copy.batchGet(
      others.map(({ pk, sk }) => ({ pk, sk })),
      true,
    ))
      naming.push({ entity: 'PTx', block: blocks.get(text(item.pk)) ?? range.from, item: item as Item });
  await readPartitions('PUtxo', new Map([...txs].map(([id, block]) => [toUtxosKey(network, id), block])));
  await readPartitions(
    'PCycle',
    new Map(
      stakes.map(({ item, block }) => [
        key(entities.PCycle.pk, { network, node: parseKey(entities.PValidator.pk, toValidator(item.pk)).node }),
        block,
      ]),
    ),
  );
  return readNamed(copies, of, naming);
}

async function readNamed(copies: readonly Copy[], of: Named, naming: readonly Naming[]): Promise<InCopies[]> {
  const outputs = Map.groupBy(
    naming.filter(({ entity }) => entity === 'PUtxo'),
    ({ item }) => item.pk,
  );
  const candidates = new Map<string, { readonly block: number; readonly key: ItemKey }>();
  const add = (block: number, { pk, sk }: ItemKey) => candidates.set(getName({ pk, sk }), { block, key: { pk, sk } });
  for (const one of naming) for (const at of [one.item, ...namedBy(of, one, outputs)]) add(one.block, at);
  const older = new Set<string>();
  for (const one of naming)
    for (const at of spentBy(of, one))
      if (!candidates.has(getName(at))) {
        add(one.block, at);
        older.add(getName(at));
      }
  const keys = [...candidates.values()].map((one) => one.key);
  const found = await readAll(copies, keys);
  return [...candidates]
    .map(([name, one]) => ({ ...one, items: found.map((items) => items.get(name)) }))
    .filter(({ key: at, block, items }) => {
      const rows = items.filter((item) => item !== undefined);
      // Other outputs of a transaction of before the first block are found once they are spent.
      if (older.has(getName(at)) || (block < of.start && at.pk.startsWith(OUTPUTS)))
        return rows.length > 0 && rows.some(isNamedOtherwise) !== older.has(getName(at));
      return rows.length > 0;
    });
}

/** Outputs of an index that starts at a seed may be older than it: no row but this transaction's names them. */
function spentBy({ network, start }: Named, { entity, item }: Naming): ItemKey[] {
  const unsigned = entity === 'PTx' && start > 0 ? parseUnsigned(getTx(item)) : undefined;
  if (!unsigned || !('inputs' in unsigned)) return [];
  return unsigned.inputs.map((one) => utxoKey(network, one));
}
const isNamedOtherwise = (item: Item): boolean => {
  const { created, origin } = fromExactJson<PUtxoRow>(json(item));
  return created !== undefined || origin === 'stake';
};

const toLists = (network: string): readonly (readonly [Listed, Pick<Range, 'pk' | 'index'>])[] => {
  const { PBlock, PTx, PValidator, PDelegator, PSubnet, PBlockchain, PL1Validator } = entities;
  return [
    ['PBlock', { pk: key(PBlock.pk, { network }) }],
    ['PTx', { index: 'gsi1', pk: key(PTx.gsi1[0], { network }) }],
    ['PValidator', { index: 'gsi2', pk: key(PValidator.gsi2[0], { network }) }],
    ['PDelegator', { index: 'gsi2', pk: key(PDelegator.gsi2[0], { network }) }],
    ['PSubnet', { index: 'gsi1', pk: key(PSubnet.gsi1[0], { network }) }],
    ['PBlockchain', { index: 'gsi2', pk: key(PBlockchain.gsi2[0], { network }) }],
    ['PL1Validator', { index: 'gsi1', pk: key(PL1Validator.gsi1[0], { network, state: 'active' }) }],
    ['PL1Validator', { index: 'gsi1', pk: key(PL1Validator.gsi1[0], { network, state: 'inactive' }) }],
  ];
};

const getBlock = (item: Stored, { index }: Pick<Range, 'index'>): number =>
  Number(text(index === undefined ? item.sk : item[index === 'gsi1' ? 'g1s' : 'g2s']).slice(0, 10));

async function list(copy: Copy, network: string, { from, to }: BlockRange): Promise<Naming[]> {
  const range = { low: blockDigits(from), high: after(blockDigits(to)), limit: PAGE_ITEMS };
  const found: Naming[] = [];
  // The list of subnets also has their blockchains.
  for (const [entity, of] of toLists(network))
    for await (const items of readPages(copy, { ...of, ...range }))
      for (const item of items)
        if (entity !== 'PSubnet' || item.sk === entities.PSubnet.sk)
          found.push({ entity, block: getBlock(item, of), item: item as Item });
  return found;
}

/** The last block of a part of the range with about as many rows as one page of a list. */
export async function lastOfFew(copies: readonly Copy[], network: string, { from, to }: BlockRange): Promise<number> {
  const range = { low: blockDigits(from), high: after(blockDigits(to)), ascending: true, limit: PAGE_ITEMS };
  let last = to;
  for (const copy of copies)
    for (const [, of] of toLists(network)) {
      const { items, more } = await copy.query({ ...of, ...range });
      const end = items.at(-1);
      // Its last block may go on in the next page.
      if (more && end) last = Math.min(last, Math.max(from, getBlock(end, of) - 1));
    }
  return last;
}

/** As they are now. */
export async function readAgain(copies: readonly Copy[], rows: readonly InCopies[]): Promise<InCopies[]> {
  const found = await readAll(
    copies,
    rows.map((row) => row.key),
  );
  return rows.map((row) => ({ ...row, items: found.map((items) => items.get(getName(row.key))) }));
}

const readAll = (copies: readonly Copy[], keys: readonly ItemKey[]): Promise<Map<string, Item>[]> =>
  Promise.all(
    copies.map(async (copy) => {
      const items = (await copy.batchGet(keys, true)) as Item[];
      return new Map(items.map((item) => [getName(item), item]));
    }),
  );

const OUTPUTS = toLiteral(entities.PUtxo.pk);
const toUtxosKey = (network: string, id: string): string => key(entities.PUtxo.pk, { network, hash: digits(id) });
/** Keys of both kinds of stakes have the same form. */
const toValidator = (pk: string): string => `${entities.PValidator.pk.split('#', 1)[0]}${pk.slice(pk.indexOf('#'))}`;
const json = (item: Stored): string => text(item[ATTRIBUTE.json] ?? '');

/** 20 or 32 bytes in hex. */
const IDS = /0x(?:[0-9a-f]{64}|[0-9a-f]{40})(?![0-9a-f])/g;
const ADDRESS_LENGTH = 42;
const idsIn = (json: string): string[] => json.match(IDS) ?? [];
const isAddress = (id: string): boolean => id.length === ADDRESS_LENGTH;

/** Of transactions that this row tells of. */
function txIds({ entity, item }: Naming): string[] {
  if (entity === 'PTx') return [getTx(item).id];
  if (entity === 'PBlock') return [...fromExactJson<PBlockRow>(json(item)).txIds];
  if (entity === 'PBlockchain') return [fromExactJson<PBlockchainRow>(json(item)).blockchainId];
  if (isStake(entity)) return [fromExactJson<PValidatorRow>(json(item)).txId];
  return [];
}

const isStake = (entity: Naming['entity']): entity is 'PValidator' | 'PDelegator' =>
  entity === 'PValidator' || entity === 'PDelegator';

/** Keys that rows may have because of this one. */
function namedBy(
  { network, start, unlisted }: Named,
  { entity, block, item }: Naming,
  outputs: ReadonlyMap<string, readonly Naming[]>,
): ItemKey[] {
  const { PTxOf, PStakeOf, PReward, PL1Change } = entities;
  const change = (id: string, at: number) => ({
    pk: key(PL1Change.pk, { network, validationId: digits(id) }),
    sk: key(PL1Change.sk, { block: at }),
  });
  const around = (id: string) => [
    ...idsIn(json(item)),
    ...(outputs.get(toUtxosKey(network, id)) ?? []).flatMap((output) => idsIn(json(output.item))),
  ];
  if (entity === 'PBlock')
    return idsIn(json(item))
      .filter((id) => !isAddress(id))
      .map((id) => change(id, block));
  if (entity === 'PTx') {
    const { id, place, additions, ...tx } = getTx(item);
    if (!place) return [];
    const unsigned = parseUnsigned(tx);
    const ids = new Set([...around(id), ...(unsigned ? concernedBy(unsigned, additions) : [])]);
    return [...ids].flatMap((of) => [
      { pk: key(PTxOf.pk, { network, of: digits(of) }), sk: key(PTxOf.sk, place) },
      ...(isAddress(of) ? [] : [change(of, block)]),
    ]);
  }
  // A seed begins with a row for each validator.
  if (entity === 'PL1Validator')
    return [change(`0x${parseKey(entities.PL1Validator.pk, item.pk).validationId}`, start)];
  if (entity === 'PUtxo') {
    const row = fromExactJson<PUtxoRow>(json(item));
    const { created, outputIndex: output, owners } = row;
    if (!created) return [];
    const place = { block: created.block, output };
    return [
      ...utxoOfItems(network, row),
      ...[...owners.addresses.map(digits), NOBODY].map((address) => ({
        pk: key(PReward.pk, { network, address }),
        sk: key(PReward.sk, place),
      })),
    ];
  }
  if (isStake(entity)) {
    const { block: created, tx } = parseKey(entities[entity].sk, item.sk);
    const near = [...txIds({ entity, block, item }).flatMap(around), ...(created === 0 ? unlisted.addresses : [])];
    const ids = new Set(near.filter(isAddress).map(digits));
    return [...ids].flatMap((of) =>
      [of, `n${of}`].flatMap((party) =>
        ['0', '1', '2'].map((reward) => ({
          pk: key(PStakeOf.pk, { network, of: party }),
          sk: key(PStakeOf.sk, { block: created, tx, reward }),
        })),
      ),
    );
  }
  return [];
}

const NAMED: ReadonlySet<string> = new Set(
  (['PTxOf', 'PUtxoOf', 'PStakeOf', 'PReward', 'PCycle', 'PL1Change'] as const).map((name) =>
    toLiteral(entities[name].pk),
  ),
);
/** Found only by other rows. */
export const isNamed = (pk: string): boolean => NAMED.has(pk.slice(0, pk.indexOf('#') + 1));
