import { toHex } from 'viem/utils';
import { UNIVERSAL_MESSENGER } from '../../../lambdas/core/contract/teleporter';
import { getTeleporterEvents, type TeleporterEvents } from '../../../lambdas/evm/teleporter/domain/decode';
import type { EventContents } from '../../../lambdas/evm/teleporter/domain/events';
import { address, aRawBlock, hash, type SentLog } from './blocks';
import { NO_CONTENTS } from './teleporter';

/** Blockchain ids of the chain that logs the samples and of its peer. */
export const [OWN, OTHER] = [hash(0xc0), hash(0xc1)];
/** Another major version. */
export const SECOND_MESSENGER = address(0x70);
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

/** One event of each kind, with an id that does not match its message. */
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

export const getBlock = (...logs: readonly SentLog[]) => aRawBlock(7, [{ from: 1, to: 2, logs }]);
export const readLogs = (...logs: readonly SentLog[]): TeleporterEvents =>
  getTeleporterEvents(getBlock(...logs), CHAIN);
export const readContents = (...logs: readonly SentLog[]): unknown[] =>
  readLogs(...logs).events.map(
    ({ messenger, network, chainId, blockNumber, blockHash, time, txHash, logIndex, gasSpent, ...contents }) =>
      contents,
  );

export function withWord(log: SentLog, word: number, value: bigint): SentLog {
  const at = 2 + word * 64;
  return { ...log, data: log.data.slice(0, at) + toHex(value, { size: 32 }).slice(2) + log.data.slice(at + 64) };
}
