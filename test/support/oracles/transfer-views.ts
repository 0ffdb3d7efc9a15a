import type { Address } from 'viem';
import { getAddress } from 'viem/utils';
import type { Recorded } from '../node/replay-node';
import type { TokenTraffic } from '../node/token-traffic';
import type { Json } from '../service/service';
import type { PlainTransfer } from './plain-transfers';

type Texts = readonly [name: string, symbol: string, decimals?: number];

/** `HugeText` has no name: reading a megabyte exceeds the gas limit of names. */
export const TEXTS: Readonly<Partial<Record<keyof TokenTraffic['contracts'], Texts>>> = {
  token: ['Demo Token', 'DEMO', 18],
  dollar: ['Demo Dollar', 'dUSD', 6],
  collectible: ['Demo Collectible', 'DEMO'],
  items: ['Demo Items', 'ITEM'],
  Bytes32Text: ['Old Token', 'OLD', 18],
  HugeText: ['', 'Agpj.https://claim.example/ <b>', 18],
  LyingDecimals: ['Lying Decimals', 'LIE', 0],
  SpamToken: ['Visit https://claim.example to claim your reward', '$ CLAIM.example', 18],
  Cards: ['Cards', 'CARD'],
};

export const shownAddress = (address: string): string => getAddress(address as Address);

/** Within its transaction (`inside`) or in a list (`listed`). Only tokens in `contracts` have metadata. */
export function transferViews(recorded: readonly Recorded[], contracts: Readonly<Record<string, string>> = {}) {
  const blocks = new Map(recorded.flatMap(({ block }) => block.transactions.map(({ hash }) => [hash, block] as const)));
  const nothing: Texts = ['', ''];
  const texts = new Map(
    Object.entries(contracts).map(([name, at]) => [at, TEXTS[name as keyof typeof TEXTS] ?? nothing]),
  );
  const inside = ({ kind, token, from, to, logIndex, id, value }: PlainTransfer): Json => {
    const [name, symbol, decimals = 0] = texts.get(token) ?? [];
    return {
      from: { address: shownAddress(from) },
      to: { address: shownAddress(to) },
      logIndex,
      ...(value === undefined ? {} : { value: String(value) }),
      [`${kind.replace('-', '').toLowerCase()}Token`]: {
        address: shownAddress(token),
        ercType: kind,
        ...(id === undefined ? {} : { tokenId: String(id) }),
        ...(kind === 'ERC-1155' || name === undefined ? {} : { name, symbol }),
        ...(kind === 'ERC-20' && name !== undefined ? { decimals } : {}),
      },
    };
  };
  const listed = (transfer: PlainTransfer): Json => {
    const block = blocks.get(transfer.txHash);
    if (!block) throw new Error(`${transfer.txHash} stands in no block`);
    return {
      blockNumber: String(Number(block.number)),
      blockTimestamp: Number(block.timestamp),
      blockHash: block.hash,
      txHash: transfer.txHash,
      ...inside(transfer),
    };
  };
  return { inside, listed };
}
