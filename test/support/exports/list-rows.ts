import { getAddress } from 'viem/utils';
import type { EvmColumn } from '../../../lambdas/exports/contract/exports';

/** `list`: the end of the path. */
export type ReadList = (list: string, chainId: string, address: string) => Promise<readonly unknown[]>;
export type ExportedRow = Readonly<Record<EvmColumn, string>>;

interface Party {
  readonly address: string;
}
interface Shown {
  readonly blockNumber: string;
  readonly blockTimestamp: number;
  readonly txHash: string;
  readonly from: Party;
  readonly to: Party;
  readonly value?: string;
  readonly logIndex?: number;
  readonly txStatus?: string;
  readonly gasUsed: string;
  readonly gasPrice: string;
  readonly erc20Token?: { readonly address: string; readonly symbol: string; readonly decimals: number };
  readonly erc721Token?: { readonly address: string; readonly symbol: string; readonly tokenId: string };
  readonly erc1155Token?: { readonly address: string; readonly tokenId: string };
}

const ZERO = '0x0000000000000000000000000000000000000000';
const LISTS = {
  listNative: 'native',
  listErc20: 'erc20',
  listErc721: 'erc721',
  listErc1155: 'erc1155',
  listInternals: 'internal',
} as const;

/** `symbol`: of the native coin; `to`: the last exported block. */
export interface ExportedChain {
  readonly chainId: string;
  readonly symbol: string;
  readonly to: number;
}

/** Lists show missing decimals as 0, exports as empty: `unknown` has such tokens. Unordered. */
export async function rowsOfLists(
  read: ReadList,
  addresses: readonly string[],
  chains: readonly ExportedChain[],
  unknown: ReadonlySet<string> = new Set(),
): Promise<ExportedRow[]> {
  const rows: ExportedRow[] = [];
  for (const chain of chains)
    for (const address of addresses)
      for (const [list, type] of Object.entries(LISTS))
        for (const one of (await read(list, chain.chainId, address)) as Shown[])
          if (Number(one.blockNumber) <= chain.to) rows.push(toRow(one, type, chain, address, unknown));
  return rows;
}

function toRow(one: Shown, type: string, chain: ExportedChain, address: string, unknown: ReadonlySet<string>) {
  const isFrom = one.from.address.toLowerCase() === address.toLowerCase();
  const isTo = one.to.address.toLowerCase() === address.toLowerCase();
  const token = one.erc20Token ?? one.erc721Token ?? one.erc1155Token;
  const value = one.value ?? '1';
  const decimals = type === 'native' || type === 'internal' ? 18 : (one.erc20Token?.decimals ?? 0);
  const paysFee = type === 'native' && isFrom;
  return {
    date: `${new Date(one.blockTimestamp * 1_000).toISOString().slice(0, 19)}Z`,
    chainId: chain.chainId,
    block: one.blockNumber,
    transactionHash: one.txHash,
    type,
    // May be neither sender nor receiver: a created contract.
    address: getAddress(address),
    direction: isFrom && isTo ? 'self' : isFrom ? 'out' : 'in',
    from: one.from.address,
    to: type === 'native' && one.to.address === ZERO ? '' : one.to.address,
    asset: token?.address ?? 'native',
    symbol: token ? ('symbol' in token ? token.symbol : '') : chain.symbol,
    tokenId: one.erc721Token?.tokenId ?? one.erc1155Token?.tokenId ?? '',
    amount: token && unknown.has(token.address.toLowerCase()) ? '' : whole(value, decimals),
    rawAmount: value,
    fee: paysFee ? whole(String(BigInt(one.gasUsed) * BigInt(one.gasPrice)), 18) : '',
    status: one.txStatus === '0' ? 'failed' : 'success',
    logIndex: one.logIndex === undefined ? '' : String(one.logIndex),
  };
}

function whole(value: string, decimals: number): string {
  const unit = 10n ** BigInt(decimals);
  const [front, rest] = [BigInt(value) / unit, BigInt(value) % unit];
  const digits = (rest + unit).toString().slice(1).replace(/0+$/, '');
  return digits === '' ? String(front) : `${front}.${digits}`;
}

const sortedRows = (rows: readonly ExportedRow[]): string[] =>
  rows.map((row) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))).toSorted();

/** Ignores the order; shows the first rows that differ. */
export function expectSameRows(found: readonly ExportedRow[], wanted: readonly ExportedRow[]): void {
  const [own, other] = [sortedRows(found), sortedRows(wanted)];
  const differs = own.findIndex((row, i) => row !== other[i]);
  const from = differs === -1 ? Math.min(own.length, other.length) : differs;
  expect([own.length, ...own.slice(from, from + 3)]).toEqual([other.length, ...other.slice(from, from + 3)]);
}
