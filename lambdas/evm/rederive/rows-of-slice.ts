import { getName, type Row } from '../../chain/rederive/compare';
import type { RowFamily } from '../../core/domain/copies';
import { inParallel } from '../../core/runtime/concurrency';
import { getFamily } from '../../core/table/copy-keys';
import type { ItemKey } from '../../core/table/item';
import { after, key, keyPrefix, parseKey, toLiteral } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import { type Stored, text } from '../../core/table/stored-item';
import type { Table } from '../../core/table/table';
import type { DerivedBlock } from '../domain/derive';
import { toItems } from '../indexer/projections/facts';
import { teleporter } from '../indexer/projections/teleporter';
import { getInternalTxItems } from '../rows/internal-rows';
import { readTransactionMessage } from '../teleporter/rows/items';
import { asStored, type DerivedAgain, type Slice } from './slice';

type ChainRef = Parameters<typeof teleporter>[0];

const MAX_PARALLEL_BLOCKS = 8;
const MAX_EVENTS = 1_000; // of one message

const isOfTransaction = ({ pk }: Stored | ItemKey): boolean => text(pk).startsWith(toLiteral(entities.Tx.pk));
const isMessage = (item: Stored): boolean => isOfTransaction(item) && item.sk === entities.TxMessage.sk;

/** The rows of some families, by the keys of the first copy. */
export function rowsOfSlice(chain: ChainRef, families: readonly RowFamily[], table: Table) {
  const { chainId } = chain;
  const has = (family: RowFamily) => families.includes(family);
  const { facts: toEvents = () => [] } = teleporter(chain, table);

  const derivedRows = ({ derived, internalTxs }: DerivedAgain): Row[] => {
    const items = [
      ...toItems(derived, chain),
      ...(has('traces') ? getInternalTxItems({ derived, internalTxs }, chainId) : []),
      ...(has('teleporter') ? toEvents(derived) : []),
    ].filter((item) => families.some((family) => family === getFamily(item)));
    // Of deployments with the same key, the internal one is written last.
    return [...new Map(items.map((item) => [getName(item), item])).values()].map((item) => ({
      block: derived.block.number,
      item,
    }));
  };

  /** Keys of rows beside a transaction, which may exist although none is derived. */
  const keysBeside = (transactions: DerivedBlock['transactions']): ItemKey[] =>
    transactions.flatMap(({ hash }) => {
      const pk = key(entities.Tx.pk, { chain: chainId, hash });
      return [
        ...(has('traces') ? [{ pk, sk: key(entities.TxInternal.sk, { part: 0 }) }] : []),
        ...(has('teleporter') ? [{ pk, sk: entities.TxMessage.sk }] : []),
      ];
    });

  /** Of the messages that these rows name, in these blocks. */
  const eventKeys = async (from: Table, found: Iterable<Stored>, blocks: ReadonlySet<number>): Promise<Row[]> => {
    const events: Row[] = [];
    await inParallel(messagesIn(found), MAX_PARALLEL_BLOCKS, async (messageId) => {
      const pk = key(entities.TeleporterEvent.pk, { messageId });
      const low = keyPrefix(entities.TeleporterEvent.sk, { chain: chainId });
      const { items } = await from.query({ pk, low, high: after(low), ascending: true, limit: MAX_EVENTS });
      for (const { sk } of items) {
        const { block } = parseKey(entities.TeleporterEvent.sk, sk);
        if (blocks.has(block)) events.push({ block, item: { pk, sk: text(sk) } });
      }
    });
    return events;
  };

  return {
    derivedRows,
    isOfTransaction,
    keysBeside,
    /** By name, the rows with these keys and those beside the transactions. */
    async read(from: Table, slice: Slice, rows: readonly Row[]): Promise<Map<string, Stored>> {
      const keys = [
        ...rows.map(({ item }) => item),
        ...slice.flatMap(({ derived }) => keysBeside(derived.transactions)),
      ];
      const unique = new Map(keys.map(({ pk, sk }) => [getName({ pk, sk }), { pk, sk }]));
      const items = await from.batchGet([...unique.values()]);
      return new Map(items.map((item) => [getName(item), item]));
    },

    /**
     * Rows in a copy that are not derived now. `found`: as read with the derived ones. `differing`: the blocks in which
     * transactions or lists may be others.
     */
    async others(
      from: Table,
      slice: Slice,
      {
        derived,
        found,
        differing,
      }: {
        readonly derived: readonly Row[];
        readonly found: ReadonlyMap<string, Stored>;
        readonly differing: (block: number) => boolean;
      },
    ): Promise<{ readonly block: number; readonly stored: Stored }[]> {
      const known = new Set(derived.map(({ item }) => getName(item)));
      const candidates = new Map<string, Row>();
      const add = (row: Row) => {
        if (!known.has(getName(row.item))) candidates.set(getName(row.item), row);
      };
      for (const {
        derived: { block, transactions },
      } of slice)
        for (const item of keysBeside(transactions)) if (found.has(getName(item))) add({ block: block.number, item });
      await inParallel(slice, MAX_PARALLEL_BLOCKS, async (one) => {
        if (!differing(one.derived.block.number)) return;
        const stored = await asStored(from, chainId, one, has('traces'));
        if (stored) for (const row of derivedRows(stored)) add(row);
      });
      if (has('teleporter')) {
        const blocks = new Set(slice.map(({ derived: { block } }) => block.number));
        for (const row of await eventKeys(from, found.values(), blocks)) add(row);
      }
      const items = await from.batchGet([...candidates.values()].map(({ item: { pk, sk } }) => ({ pk, sk })));
      return items.flatMap((stored) => {
        const row = candidates.get(getName(stored));
        return row ? [{ block: row.block, stored }] : [];
      });
    },

    /** Messages with events in these blocks, as derived or as `found` in another copy. */
    messageIds: (slice: Slice, found: Iterable<Stored>): string[] => [
      ...messagesIn(found),
      ...slice.flatMap(({ derived }) =>
        toEvents(derived).flatMap(({ pk }) =>
          pk.startsWith(toLiteral(entities.TeleporterEvent.pk))
            ? [parseKey(entities.TeleporterEvent.pk, pk).messageId]
            : [],
        ),
      ),
    ],
  };
}

const messagesIn = (found: Iterable<Stored>): string[] => [
  ...new Set([...found].filter(isMessage).map((item) => readTransactionMessage(item).messageId)),
];
