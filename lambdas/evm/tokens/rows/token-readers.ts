import { includes } from '../../../chain/domain/block-range';
import { type Blocks, between } from '../../../chain/rows/block-lists';
import { BoundedCache } from '../../../core/domain/bounded-cache';
import { msSince } from '../../../core/domain/stored-time';
import type { Clock } from '../../../core/runtime/clock';
import type { ItemKey } from '../../../core/table/item';
import { key, keyPrefix, parseKey, toLiteral } from '../../../core/table/key';
import type { List } from '../../../core/table/list';
import { entities } from '../../../core/table/schema';
import { bytes, type Stored, text } from '../../../core/table/stored-item';
import type { Table } from '../../../core/table/table';
import type { ListedTransfer } from '../../rows/address-readers';
import { type InBlock, inBlock } from '../../rows/in-block';
import { decodeTransfers } from '../../rows/transfer-codec';
import { type Deployed, decodeDeployment } from '../../rows/tx-codec';
import { readToken, type TokenRecord, tokenKey } from './token-item';

export interface ListedDeployment extends InBlock, Deployed {
  readonly contract: string;
}

export const tokenTransferReader = () => ({
  ofToken: (chain: string, token: string, blocks: Blocks): List<ListedTransfer> => {
    const { pk, sk } = entities.TokenTransfer;
    return {
      pk: key(pk, { chain, token }),
      ...between(blocks),
      rows: (item) => {
        const block = Number(text(item.sk).slice(0, 10));
        const { extras, rows } = decodeTransfers(bytes(item.d), { token });
        const shared = inBlock(item, block, extras);
        return rows.map(({ hash, transfer }) => ({
          key: key(sk, { block, transfer: transfer.row }),
          value: { ...shared, transfer, txHash: hash },
        }));
      },
    };
  },
});

/** Enough if some blocks are hidden; few contracts are created twice. */
const MAX_DEPLOYMENTS = 10;

export const deploymentReader = (table: Table) => ({
  /** The latest: a contract can be created again after it destroyed itself. */
  async of(
    chain: string,
    token: string,
    { from, to, except = [] }: Blocks,
  ): Promise<(Deployed & { block: number }) | undefined> {
    const { pk, sk } = entities.Deployment;
    const range = { low: keyPrefix(sk, { block: from }), high: keyPrefix(sk, { block: Math.max(0, to) }) };
    const limit = except.length === 0 ? 1 : MAX_DEPLOYMENTS;
    const { items } = await table.query({ pk: key(pk, { chain, token }), ...range, ascending: false, limit });
    const getBlock = (item: Stored) => Number(text(item.sk).slice(2));
    const found = items.find((item) => !includes(except, getBlock(item)));
    return found && { ...decodeDeployment(bytes(found.d)), block: getBlock(found) };
  },
});

export const addressDeploymentReader = () => ({
  ofAddress: (chain: string, address: string, blocks: Blocks): List<ListedDeployment> => ({
    pk: key(entities.AddressDeployment.pk, { chain, address }),
    prefix: 'd#',
    ...between(blocks),
    rows: (item) => {
      const { block, contract } = parseKey(entities.AddressDeployment.sk, item.sk);
      const value = { ...inBlock(item, block, {}), ...decodeDeployment(bytes(item.d)), contract };
      // Without the list's letter: the position shared by all lists of an address.
      return [{ key: text(item.sk).slice(2), value }];
    },
  }),
});

const MAX_AGE_MS = 5_000; // a new reputation shows within this time
const MAX_CACHED_TOKENS = 20_000; // about 10 MB

/** `contract` in lower case. */
export interface ContractRef {
  readonly chain: string;
  readonly contract: string;
}

export interface Along<T> {
  readonly keys: readonly ItemKey[];
  read(items: readonly Stored[]): T;
}

export function tokenReader(table: Table, now: Clock) {
  const kept = new BoundedCache<string, { at: number; record: TokenRecord | undefined }>(MAX_CACHED_TOKENS);
  const read = async (keys: readonly ItemKey[], along: readonly ItemKey[] = []) => {
    const wanted = new Map(keys.map((key) => [key.pk, key]));
    const stale = [...wanted.values()].filter(({ pk }) => msSince(kept.get(pk)?.at ?? 0, now()) > MAX_AGE_MS);
    const items = await table.batchGet([...stale, ...along]);
    const [own, others] = [items.filter(isToken), items.filter((item) => !isToken(item))];
    const found = new Map(own.map((item) => [text(item.pk), readToken(item, now())]));
    for (const { pk } of stale) kept.set(pk, { at: now(), record: found.get(pk) });
    return { recordAt: ({ pk }: ItemKey) => kept.get(pk)?.record ?? found.get(pk), others };
  };
  const findAlong = async <T>(chain: string, tokens: readonly string[], along: Along<T>) => {
    const { recordAt, others } = await read(
      tokens.map((token) => tokenKey(chain, token)),
      along.keys,
    );
    const records = tokens.flatMap((token) => {
      const record = recordAt(tokenKey(chain, token));
      return record ? [[token, record] as const] : [];
    });
    return { tokens: new Map(records), along: along.read(others) };
  };
  const findOnChainsAlong = async <T>(refs: readonly ContractRef[], along: Along<T>) => {
    const { recordAt, others } = await read(
      refs.map(({ chain, contract }) => tokenKey(chain, contract)),
      along.keys,
    );
    const records = refs.flatMap((ref) => {
      const record = recordAt(tokenKey(ref.chain, ref.contract));
      return record ? [{ ...ref, record }] : [];
    });
    const tokens = new Map(
      [...Map.groupBy(records, ({ chain }) => chain)].map(([chain, own]) => [
        chain,
        new Map(own.map(({ contract, record }) => [contract, record])),
      ]),
    );
    return { tokens, along: along.read(others) };
  };
  return {
    findAlong,
    findOnChainsAlong,
    async find(chain: string, tokens: readonly string[]): Promise<Map<string, TokenRecord>> {
      return (await findAlong(chain, tokens, { keys: [], read: () => undefined })).tokens;
    },
    async findOnChains(refs: readonly ContractRef[]): Promise<Map<string, Map<string, TokenRecord>>> {
      return (await findOnChainsAlong(refs, { keys: [], read: () => undefined })).tokens;
    },
  };
}

const isToken = (item: Stored): boolean => text(item.pk).startsWith(toLiteral(entities.Token.pk));
