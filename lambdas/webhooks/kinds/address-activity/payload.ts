import type { Chain } from '../../../core/contract/config';
import { inDecimals } from '../../../core/domain/decimals';
import type { TransactionRow } from '../../../evm/domain/derive';
import type { InternalTransaction } from '../../../evm/domain/internal-transactions';
import type { RpcLog, RpcReceipt, RpcTransaction } from '../../../evm/domain/rpc';
import { type TransferKind, type TransferRow, ZERO_ADDRESS } from '../../../evm/domain/transfers';
import type { TeleporterMessageInfo } from '../../../evm/teleporter/contract/schemas';
import { checksummed } from '../../../evm/views/address';
import { TX_STATUS } from '../../../evm/views/transaction';
import type { AddressActivityEvent } from './contract/message';

interface TokenFacts {
  readonly name?: string;
  readonly symbol?: string;
  readonly decimals?: number;
}

export interface TransactionContext {
  readonly chain: Pick<Chain, 'chainId' | 'networkToken'>;
  readonly block: { readonly number: number; readonly hash: string; readonly time: number };
  readonly row: TransactionRow;
  readonly raw: Pick<RpcTransaction, 'accessList'>;
  readonly receipt: Pick<RpcReceipt, 'logs' | 'contractAddress'>;
  /** In the block, up to and including this transaction. */
  readonly cumulativeGas: bigint;
  readonly transfers: readonly TransferRow[];
  /** By lower-case address. */
  readonly tokens: ReadonlyMap<string, TokenFacts>;
  /** Absent: not requested. 'missing': requested but not traced in time. */
  readonly internals?: readonly InternalTransaction[] | 'missing';
  readonly includeLogs: boolean;
  readonly message?: TeleporterMessageInfo;
}

/** Transaction types, positions and times are numbers; all other quantities are decimal strings. */
export function getEvent(context: TransactionContext): AddressActivityEvent {
  const { block, row, receipt, includeLogs, internals } = context;
  const { to, maxFee, maxPriorityFee } = row;
  return {
    transaction: {
      blockHash: block.hash,
      blockNumber: String(block.number),
      from: checksummed(row.from),
      gas: String(row.gasLimit),
      gasPrice: String(row.gasPrice),
      // Transactions without fee caps (before EIP-1559) report the gas price as both caps.
      maxFeePerGas: String(maxFee ?? row.gasPrice),
      maxPriorityFeePerGas: String(maxPriorityFee ?? row.gasPrice),
      txHash: row.hash,
      txStatus: TX_STATUS[row.status],
      input: row.input,
      nonce: String(row.nonce),
      to: checksummed(to ?? ZERO_ADDRESS),
      transactionIndex: row.index,
      value: String(row.value),
      type: row.type,
      chainId: context.chain.chainId,
      receiptCumulativeGasUsed: String(context.cumulativeGas),
      receiptGasUsed: String(row.gasUsed),
      receiptEffectiveGasPrice: String(row.gasPrice),
      receiptRoot: '',
      blockTimestamp: block.time,
      ...(receipt.contractAddress ? { contractAddress: checksummed(receipt.contractAddress.toLowerCase()) } : {}),
      erc20Transfers: transfersIn(context, 'erc20').map(([row, facts]) => ({ ...row, ...named('erc20Token', facts) })),
      erc721Transfers: transfersIn(context, 'erc721').map(([row, facts]) => ({
        ...row,
        ...named('erc721Token', facts),
      })),
      erc1155Transfers: transfersIn(context, 'erc1155').map(([row, facts]) => ({
        ...row,
        ...named('erc1155Token', facts),
      })),
      ...(Array.isArray(internals)
        ? { internalTransactions: internals.map((internal) => internalIn(internal, row.hash)) }
        : {}),
      ...(context.raw.accessList
        ? {
            accessList: context.raw.accessList.map(({ address, storageKeys }) => ({
              accessAddresses: checksummed(address.toLowerCase()),
              storageKeys: [...(storageKeys ?? [])],
            })),
          }
        : {}),
      networkToken: networkToken(context),
    },
    ...(includeLogs ? { logs: receipt.logs.map((log) => logIn(log, row.index)) } : {}),
    ...(context.message ? { teleporterMessageInfo: context.message } : {}),
    ...(internals === 'missing' ? { internalTransactionsMissing: true as const } : {}),
  };
}

const TYPE: Record<TransferKind, string> = { erc20: 'ERC20', erc721: 'ERC721', erc1155: 'ERC1155' };

// Metadata is undefined while the token has no record, and for an ERC-20 token with unknown decimals, as the amount in
// whole tokens cannot be computed. NFTs count as whole tokens.
function transfersIn({ row, block, transfers, tokens }: TransactionContext, kind: TransferKind) {
  return transfers
    .filter((transfer) => transfer.kind === kind)
    .map(({ token, from, to, id, value = 1n, logIndex }) => {
      const known = tokens.get(token);
      const { name = '', symbol = '', decimals = kind === 'erc20' ? undefined : 0 } = known ?? {};
      const view = {
        transactionHash: row.hash,
        type: TYPE[kind],
        from: checksummed(from),
        to: checksummed(to),
        value: String(value),
        ...(id === undefined ? {} : { tokenId: String(id) }),
        blockTimestamp: block.time,
        logIndex,
      };
      const facts =
        known && decimals !== undefined
          ? { address: checksummed(token), name, symbol, decimals, valueWithDecimals: inDecimals(value, decimals) }
          : undefined;
      return [view, facts] as const;
    });
}

type Facts = { address: string; name: string; symbol: string; decimals: number; valueWithDecimals: string };
const named = <K extends string>(field: K, facts: Facts | undefined): { readonly [F in K]?: Facts } =>
  (facts ? { [field]: facts } : {}) as { readonly [F in K]?: Facts };

const internalIn = ({ from, to, type, value, gasUsed, gasLimit }: InternalTransaction, transactionHash: string) => ({
  from: checksummed(from),
  to: checksummed(to),
  internalTxType: type,
  value: String(value),
  gasUsed: String(gasUsed),
  gasLimit: String(gasLimit),
  transactionHash,
});

/** Absent topics are omitted: the published client rejects null. */
function logIn({ address, topics, data, logIndex }: RpcLog, transactionIndex: number) {
  const [topic0 = '0x', topic1, topic2, topic3] = topics;
  return {
    address: checksummed(address.toLowerCase()),
    topic0,
    ...(topic1 === undefined ? {} : { topic1 }),
    ...(topic2 === undefined ? {} : { topic2 }),
    ...(topic3 === undefined ? {} : { topic3 }),
    data,
    transactionIndex,
    logIndex: Number(logIndex),
    removed: false,
  };
}

function networkToken({ chain, row }: TransactionContext) {
  const { name, symbol, decimals } = chain.networkToken;
  return {
    tokenName: name,
    tokenSymbol: symbol,
    tokenDecimals: decimals,
    valueWithDecimals: inDecimals(row.value, decimals),
  };
}
