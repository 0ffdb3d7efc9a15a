import { existsSync, readFileSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { UNIVERSAL_MESSENGER } from '../../../../lambdas/core/contract/teleporter';
import type { RpcReceipt, RpcTransaction } from '../../../../lambdas/evm/domain/rpc';
import { getTeleporterEvents } from '../../../../lambdas/evm/teleporter/domain/decode';
import type { TeleporterEvent } from '../../../../lambdas/evm/teleporter/domain/events';
import { joinMessage } from '../../../../lambdas/evm/teleporter/domain/join';
import { aRawBlock } from '../../../support/make/blocks';
import {
  decodedByViem,
  messageContents,
  messageIdByViem,
  teleporterByViem,
} from '../../../support/oracles/viem-teleporter';
import { describeIf } from '../../../support/skipping';

/** Mainnet transactions of January 2026. The file exists only beside the development checkout. */
const FILE = '../shared/data/cchain-teleporter-txs.jsonl.zst';
/** The blockchain id of the mainnet C-chain. */
const C_CHAIN = '0x0427d4b22a2a78bcddd456742caf91b56badbff985ee19aef14573e7343fd652';
const CHAIN = {
  network: 'mainnet' as const,
  chainId: '43114',
  blockchainId: C_CHAIN,
  messengers: new Set([UNIVERSAL_MESSENGER]),
};
const isPresent = existsSync(FILE);

interface Recorded {
  readonly timestamp: number;
  readonly tx: RpcTransaction & { readonly blockNumber: string; readonly blockHash: string };
  readonly receipt: RpcReceipt;
}

const messengerLogs = ({ receipt }: Pick<Recorded, 'receipt'>) =>
  receipt.logs.filter(({ address }) => address === UNIVERSAL_MESSENGER);
const lower = (address: string) => address.toLowerCase();

/** A block of this transaction alone. */
function getBlock({ timestamp, tx, receipt }: Recorded) {
  const { block } = aRawBlock(Number(tx.blockNumber), []);
  const own = { hash: tx.blockHash, timestamp: `0x${timestamp.toString(16)}`, transactions: [tx] };
  return { block: { ...block, ...own }, receipts: [receipt] };
}

describeIf(isPresent, `needs ${FILE}`)('132 real transactions of the C-chain', () => {
  const recorded = isPresent
    ? zstdDecompressSync(readFileSync(FILE))
        .toString('utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Recorded)
    : [];
  const read = recorded.map((one) => ({ ...one, ...getTeleporterEvents(getBlock(one), CHAIN) }));
  const events = read.flatMap((one) => one.events);
  const ofId = new Map<string, TeleporterEvent[]>();
  for (const event of events) ofId.set(event.messageId, [...(ofId.get(event.messageId) ?? []), event]);
  const messages = [...ofId.values()].flatMap((own) => joinMessage(own.toReversed()) ?? []);

  test('real events equal viem’s decoding in every field and log position', () => {
    for (const { tx, receipt, timestamp, events: own, unreadable, mismatched } of read) {
      const expected = messengerLogs({ receipt }).map((log) => ({
        ...teleporterByViem(log, C_CHAIN),
        ...{ messenger: UNIVERSAL_MESSENGER, network: 'mainnet', chainId: '43114', time: timestamp, txHash: tx.hash },
        ...{ blockNumber: Number(tx.blockNumber), blockHash: tx.blockHash },
        ...{ logIndex: Number(log.logIndex), gasSpent: BigInt(receipt.gasUsed).toString() },
      }));
      expect([own, unreadable, mismatched]).toEqual([expected, [], []]);
    }
    const count = (name: string) => events.filter((event) => event.name === name).length;
    const names = ['SendCrossChainMessage', 'ReceiveCrossChainMessage', 'MessageExecuted', 'ReceiptReceived'];
    expect(names.map(count)).toEqual([66, 66, 66, 57]);
  });

  test('real events join into 132 messages with the fields and ids that viem computes', () => {
    const status = (text: string) => messages.filter((message) => message.status === text).length;
    expect(['pending', 'delivered_source_not_indexed', 'delivered'].map(status)).toEqual([66, 66, 0]);
    const byId = new Map(messages.map((message) => [message.messageId, message]));
    expect(byId.size).toBe(132);
    const decoded = recorded.flatMap((one) => messengerLogs(one).map((log) => ({ ...one, ...decodedByViem(log) })));
    const receipts = decoded.flatMap(({ eventName, args }) =>
      eventName === 'ReceiptReceived' ? [args.messageID] : [],
    );
    for (const one of decoded) {
      const { tx, receipt, timestamp } = one;
      if (one.eventName !== 'SendCrossChainMessage' && one.eventName !== 'ReceiveCrossChainMessage') continue;
      const { messageID: messageId, message } = one.args;
      const transaction = {
        ...{ chainId: '43114', txHash: tx.hash, time: timestamp, gasSpent: String(BigInt(receipt.gasUsed)) },
      };
      const ends =
        one.eventName === 'SendCrossChainMessage'
          ? {
              ...{ status: 'pending', source: transaction, messageExecuted: false },
              ...{ sourceBlockchainId: C_CHAIN, destinationBlockchainId: one.args.destinationBlockchainID },
              reward: {
                token: lower(one.args.feeInfo.feeTokenAddress),
                amount: String(one.args.feeInfo.amount),
                chainId: '43114',
              },
            }
          : {
              ...{ status: 'delivered_source_not_indexed', messageExecuted: true },
              ...{ sourceBlockchainId: one.args.sourceBlockchainID, destinationBlockchainId: C_CHAIN },
              destination: {
                ...transaction,
                ...{ deliverer: lower(one.args.deliverer), rewardRedeemer: lower(one.args.rewardRedeemer) },
              },
            };
      expect(message.destinationBlockchainID).toBe(ends.destinationBlockchainId);
      const nonce = String(message.messageNonce);
      expect(messageIdByViem(UNIVERSAL_MESSENGER, ends.sourceBlockchainId, ends.destinationBlockchainId, nonce)).toBe(
        messageId,
      );
      expect(byId.get(messageId)).toEqual({
        ...{ ...ends, ...messageContents(message), messageId, messenger: UNIVERSAL_MESSENGER, sortTime: timestamp },
        network: 'mainnet',
        receiptDelivered: receipts.includes(messageId),
      });
    }
  });

  test('real receipts have the ids of the messages that they acknowledge', () => {
    const acknowledged = messages
      .filter(({ destinationBlockchainId }) => destinationBlockchainId === C_CHAIN)
      .flatMap(({ sourceBlockchainId, receipts }) =>
        receipts.map(({ receivedMessageNonce: nonce }) =>
          messageIdByViem(UNIVERSAL_MESSENGER, C_CHAIN, sourceBlockchainId, nonce),
        ),
      );
    const received = events.flatMap(({ name, messageId }) => (name === 'ReceiptReceived' ? [messageId] : []));
    expect(received).toHaveLength(57);
    for (const messageId of received) expect(acknowledged).toContain(messageId);
  });
});
