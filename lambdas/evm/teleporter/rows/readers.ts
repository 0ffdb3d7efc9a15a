import { BoundedCache } from '../../../core/domain/bounded-cache';
import { msSince } from '../../../core/domain/stored-time';
import type { Clock } from '../../../core/runtime/clock';
import { toHex } from '../../../core/table/hex';
import { parseKey, toLiteral } from '../../../core/table/key';
import type { List } from '../../../core/table/list';
import { entities } from '../../../core/table/schema';
import { bytes, type Stored, text } from '../../../core/table/stored-item';
import type { Table } from '../../../core/table/table';
import type { Along } from '../../tokens/rows/token-readers';
import type { TeleporterMessage } from '../domain/join';
import { decodeTeleporterMessage } from './codec';
import { BLOCKCHAIN, blockchainIdKey, ENTRY, listKey, MESSAGE, messageKey, type TeleporterListName } from './items';

/** Addresses and blockchain ids in lower case, with 0x. */
export interface TeleporterEntry {
  readonly list: TeleporterListName;
  readonly key: string;
  readonly messageId: string;
  readonly time: number; // Unix seconds
  readonly network: string;
  readonly from: string;
  readonly to: string;
  readonly source: string;
  readonly destination: string;
  readonly reward?: { readonly chain: string; readonly contract: string };
}

export const teleporterListReader = () => ({
  /** `of`: a network, address or blockchain id, in lower case. */
  of: (list: TeleporterListName, of: string): List<TeleporterEntry> => ({
    pk: listKey(list, of),
    low: '0',
    high: '~',
    rows: (item) => [{ key: text(item.sk), value: readEntry(list, item) }],
  }),
});

function readEntry(list: TeleporterListName, item: Stored): TeleporterEntry {
  const { time, messageId } = parseKey(entities.TeleporterList.sk, item.sk);
  const hex = (name: 'from' | 'to' | 'source' | 'destination') => toHex(bytes(item[ENTRY[name]]));
  const [chain, contract] = text(item[ENTRY.reward] ?? '').split('#');
  return {
    list,
    key: text(item.sk),
    messageId,
    time,
    network: text(item[ENTRY.network]),
    from: hex('from'),
    to: hex('to'),
    source: hex('source'),
    destination: hex('destination'),
    ...(chain && contract ? { reward: { chain, contract } } : {}),
  };
}

export const teleporterMessageReader = (table: Table) => ({
  async find(messageId: string): Promise<TeleporterMessage | undefined> {
    const item = await table.get(messageKey(messageId));
    return item && readMessage(item);
  },
  async findNow(messageIds: readonly string[]): Promise<Map<string, TeleporterMessage>> {
    return byId(await table.batchGet(messageIds.map(messageKey), true));
  },
  along: (messageIds: readonly string[]): Along<Map<string, TeleporterMessage>> => ({
    keys: messageIds.map(messageKey),
    read: (items) => byId(items.filter(isMessage)),
  }),
});

const isMessage = ({ pk }: Stored): boolean => text(pk).startsWith(toLiteral(entities.TeleporterMessage.pk));
const readMessage = (item: Stored): TeleporterMessage => decodeTeleporterMessage(bytes(item[MESSAGE.data]));
const byId = (items: readonly Stored[]): Map<string, TeleporterMessage> =>
  new Map(items.map(readMessage).map((message) => [message.messageId, message]));

/** ms until an unknown id is read again. */
const [MAX_UNKNOWN_MS, MAX_CACHED_IDS] = [60_000, 1_000];

export function blockchainIdReader(table: Table, now: Clock) {
  const known = new BoundedCache<string, { readonly at: number; readonly chainId?: string }>(MAX_CACHED_IDS);
  const isFresh = (id: string): boolean => {
    const one = known.get(id);
    return one !== undefined && (one.chainId !== undefined || msSince(one.at, now()) <= MAX_UNKNOWN_MS);
  };
  /** Omits unknown ids. */
  const along = (ids: readonly string[]): Along<Map<string, string>> => {
    const stale = ids.filter((id) => !isFresh(id));
    return {
      keys: stale.map(blockchainIdKey),
      read(items) {
        for (const id of stale) known.set(id, { at: now() });
        for (const item of items.filter(isBlockchainId)) {
          const { blockchainId } = parseKey(entities.BlockchainId.pk, item.pk);
          known.set(blockchainId, { at: now(), chainId: text(item[BLOCKCHAIN.chainId]) });
        }
        return new Map(
          ids.flatMap((id) => {
            const chainId = known.get(id)?.chainId;
            return chainId === undefined ? [] : [[id, chainId]];
          }),
        );
      },
    };
  };
  return {
    along,
    async find(ids: readonly string[]): Promise<Map<string, string>> {
      const { keys, read } = along(ids);
      return read(await table.batchGet(keys));
    },
  };
}

const isBlockchainId = ({ pk }: Stored): boolean => text(pk).startsWith(toLiteral(entities.BlockchainId.pk));
