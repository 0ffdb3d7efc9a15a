import { hexToBytes, toHex } from '../../../core/table/hex';
import type { Item } from '../../../core/table/item';
import { key, parseKey } from '../../../core/table/key';
import { entities } from '../../../core/table/schema';
import type { Stored } from '../../../core/table/stored-item';
import type { TransferKind } from '../../domain/transfers';
import type { Amount, Holding } from '../domain/holdings';

export interface StoredHolding extends Holding {
  readonly amount: Amount;
  readonly epoch: number;
}

const ENTITY = {
  erc20: entities.Erc20Holding,
  erc721: entities.Erc721Holding,
  erc1155: entities.Erc1155Holding,
} as const satisfies Record<TransferKind, object>;
export const LETTER = { erc20: '2', erc721: '7', erc1155: '8' } as const satisfies Record<TransferKind, string>;
const KIND = { '2': 'erc20', '7': 'erc721', '8': 'erc1155' } as const;

/** 64 digits, so that ids sort numerically. */
export const idText = (id: bigint | undefined): string => (id ?? 0n).toString(16).padStart(64, '0');

export function holdingKey(chain: string, { kind, token, holder, id }: Holding) {
  const pk = key(ENTITY[kind].pk, { chain, address: holder });
  return kind === 'erc20'
    ? { pk, sk: key(ENTITY[kind].sk, { token }) }
    : { pk, sk: key(ENTITY[kind].sk, { token, id: idText(id) }) };
}

/** Unread holdings are in an index until they are read. */
export function holdingItem(chain: string, holding: Holding, amount: Amount, epoch: number): Item {
  const { kind, token, holder, id } = holding;
  const base = { ...holdingKey(chain, holding), e: epoch };
  if (amount === 'refused') return { ...base, u: true };
  if (amount !== 'unread') return { ...base, v: hexToBytes(evenHex(amount.value)), n: amount.at };
  const [pk] = ENTITY[kind].gsi3;
  const sk =
    kind === 'erc20'
      ? key(ENTITY[kind].gsi3[1], { token, address: holder })
      : key(ENTITY[kind].gsi3[1], { token, address: holder, id: idText(id) });
  return { ...base, g3p: key(pk, { chain }), g3s: sk };
}

export function readHolding(item: Stored): StoredHolding {
  const kind = KIND[String(item.sk).charAt(0) as keyof typeof KIND];
  const { token, id }: { token: string; id?: string } = parseKey(ENTITY[kind].sk, item.sk);
  const value = item.v;
  return {
    kind,
    token,
    holder: parseKey(ENTITY.erc20.pk, item.pk).address,
    ...(id === undefined ? {} : { id: BigInt(`0x${id}`) }),
    amount:
      value instanceof Uint8Array
        ? { value: value.length === 0 ? 0n : BigInt(toHex(value)), at: Number(item.n) }
        : item.u === true
          ? 'refused'
          : 'unread',
    epoch: Number(item.e ?? 0),
  };
}

const evenHex = (value: bigint): string => {
  const digits = value === 0n ? '' : value.toString(16);
  return `0x${digits.length % 2 === 0 ? '' : '0'}${digits}`;
};
