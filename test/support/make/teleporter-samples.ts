import { toHex } from 'viem/utils';
import { UNIVERSAL_MESSENGER } from '../../../lambdas/core/contract/teleporter';
import { getTeleporterEvents, type TeleporterEvents } from '../../../lambdas/evm/teleporter/domain/decode';
import type { EventContents } from '../../../lambdas/evm/teleporter/domain/events';
import { address, aRawBlock, hash, type SentLog } from './blocks';
import { NO_CONTENTS } from './teleporter';

/** Blockchain ids: of the chain that logs the samples, and of the chain beyond. */
export const [OWN, OTHER] = [hash(0xc0), hash(0xc1)];
/** A messenger of another major version. */
export const SECOND_MESSENGER = address(0x70);
/** The chain that logs the samples. */
export const CHAIN = {
  network: 'mainnet' as const,
  chainId: '43114',
  blockchainId: OWN,
  messengers: new Set([UNIVERSAL_MESSENGER, SECOND_MESSENGER]),
};

const sent = { messageId: hash(1), sourceBlockchainId: OWN, destinationBlockchainId: OTHER };
const received = { messageId: hash(1), sourceBlockchainId: OTHER, destinationBlockchainId: OWN };
const fee = { token: address(0xfe), amount: '30' };
const message = { ...NO_CONTENTS, to: address(9), allowedRelayers: [address(3)], data: '0xabcdef' };

/** One event of each kind. Its id is not that of its message. */
export const [SEND, RECEIVE, EXECUTED, FAILED, RECEIPT, ADD_FEE] = [
  { name: 'SendCrossChainMessage', ...sent, message, hasOwnId: false, fee },
  {
    name: 'ReceiveCrossChainMessage',
    ...received,
    deliverer: address(4),
    rewardRedeemer: address(5),
    message,
    hasOwnId: false,
  },
  { name: 'MessageExecuted', ...received },
  { name: 'MessageExecutionFailed', ...received },
  { name: 'ReceiptReceived', ...sent, relayerRewardAddress: address(6), fee },
  { name: 'AddFeeAmount', messageId: sent.messageId, sourceBlockchainId: OWN, fee },
] as const satisfies readonly EventContents[];

/** A block of one transaction with these logs. */
export const getBlock = (...logs: readonly SentLog[]) => aRawBlock(7, [{ from: 1, to: 2, logs }]);
/** What is read of such a block on the chain of the samples. */
export const readLogs = (...logs: readonly SentLog[]): TeleporterEvents =>
  getTeleporterEvents(getBlock(...logs), CHAIN);
/** The same, each event without its place. */
export const readContents = (...logs: readonly SentLog[]): unknown[] =>
  readLogs(...logs).events.map(
    ({ messenger, network, chainId, blockNumber, blockHash, time, txHash, logIndex, gasSpent, ...contents }) =>
      contents,
  );

/** The log with one word of its data replaced. */
export function withWord(log: SentLog, word: number, value: bigint): SentLog {
  const at = 2 + word * 64;
  return { ...log, data: log.data.slice(0, at) + toHex(value, { size: 32 }).slice(2) + log.data.slice(at + 64) };
}
