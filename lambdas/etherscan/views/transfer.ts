import type { ListedTransfer } from '../../evm/rows/address-readers';
import type { Tokens } from '../../evm/views/token';
import { UNKNOWN } from '../domain/unknown';
import { confirmations, findTransaction, methodId, placeView, type Transactions } from './shared';

interface Shown {
  readonly head: number;
  readonly transactions: Transactions;
  readonly tokens: Tokens;
}

export function transferView(row: ListedTransfer, { head, transactions, tokens }: Shown) {
  const { transfer } = row;
  const { name = UNKNOWN, symbol = UNKNOWN, decimals } = tokens.get(transfer.token) ?? {};
  const whole = findTransaction(transactions, row.txHash, row);
  const text = (value: bigint | undefined): string => (value === undefined ? UNKNOWN : String(value));
  return {
    ...placeView(row),
    hash: row.txHash,
    nonce: text(whole?.nonce),
    blockHash: row.hash,
    from: transfer.from,
    contractAddress: transfer.token,
    to: transfer.to,
    ...amountView(row),
    tokenName: name,
    tokenSymbol: symbol,
    tokenDecimal: transfer.kind === 'erc20' ? (decimals === undefined ? UNKNOWN : String(decimals)) : '0',
    transactionIndex: String(transfer.tx),
    gas: text(whole?.gasLimit),
    gasPrice: text(whole?.gasPrice),
    gasUsed: text(whole?.gasUsed),
    cumulativeGasUsed: text(whole?.cumulativeGas),
    input: 'deprecated',
    methodId: whole ? methodId(whole.input) : UNKNOWN,
    functionName: UNKNOWN,
    confirmations: confirmations(head, row),
  };
}

function amountView({ transfer: { kind, id, value } }: ListedTransfer) {
  if (kind === 'erc20') return { value: String(value ?? 0n) };
  if (kind === 'erc721') return { tokenID: String(id ?? 0n) };
  return { tokenID: String(id ?? 0n), tokenValue: String(value ?? 0n) };
}
