import type { Chain } from '../../../core/contract/config';
import { inDecimals } from '../../../core/domain/decimals';
import type { TokenRecord } from '../../../evm/tokens/rows/token-item';
import { checksummed } from '../../../evm/views/address';
import type { EvmColumn } from '../../contract/exports';
import { isoTime } from '../../domain/dates';
import type { EvmRow } from './rows';

type Moved = Pick<Record<EvmColumn, string>, 'type' | 'asset' | 'symbol' | 'amount' | 'rawAmount'> &
  Partial<Pick<Record<EvmColumn, string>, 'tokenId' | 'logIndex'>>;

/** Empty cells are absent. `tokens`: by address. */
export function toCells(
  row: EvmRow,
  { networkToken }: Pick<Chain, 'networkToken'>,
  tokens: ReadonlyMap<string, TokenRecord>,
): Partial<Record<EvmColumn, string>> {
  const { from, to } = getParties(row);
  const { address, of } = row;
  return {
    date: isoTime(of.time),
    chainId: row.chainId,
    block: String(row.block),
    transactionHash: row.kind === 'native' ? row.of.transaction.hash : row.of.txHash,
    address: checksummed(address),
    direction: from === address ? (to === address ? 'self' : 'out') : 'in',
    from: checksummed(from),
    ...(to === undefined ? {} : { to: checksummed(to) }),
    ...movedBy(row, networkToken, tokens),
    ...getFee(row, networkToken.decimals),
    // Reverted transfers and internal transactions are not indexed.
    status: row.kind === 'native' ? row.of.transaction.status : 'success',
  };
}

function getParties(row: EvmRow): { readonly from: string; readonly to: string | undefined } {
  if (row.kind === 'native') return { from: row.of.transaction.from, to: row.of.transaction.to };
  return row.kind === 'transfer' ? row.of.transfer : row.of.internalTx;
}

function movedBy(row: EvmRow, network: Chain['networkToken'], tokens: ReadonlyMap<string, TokenRecord>): Moved {
  if (row.kind !== 'transfer') {
    const value = row.kind === 'native' ? row.of.transaction.value : row.of.internalTx.value;
    return {
      type: row.kind,
      asset: 'native',
      symbol: network.symbol,
      amount: inDecimals(value, network.decimals),
      rawAmount: String(value),
    };
  }
  const { kind, token, id, value = 1n, logIndex } = row.of.transfer;
  const { symbol = '', decimals } = tokens.get(token) ?? {};
  return {
    type: kind,
    asset: checksummed(token),
    symbol,
    ...(id === undefined ? {} : { tokenId: String(id) }),
    // ERC-1155 does not define decimals, though some contracts report them.
    amount: kind === 'erc20' ? (decimals === undefined ? '' : inDecimals(value, decimals)) : String(value),
    rawAmount: String(value),
    logIndex: String(logIndex),
  };
}

/** Only in the sender's native row, so that sums over rows count it once. */
function getFee(row: EvmRow, decimals: number): { readonly fee?: string } {
  if (row.kind !== 'native' || row.of.transaction.from !== row.address) return {};
  const { gasUsed, gasPrice, status } = row.of.transaction;
  if (status === 'unknown') return {};
  return { fee: inDecimals(gasUsed * gasPrice, decimals) };
}
