import { createHash } from 'node:crypto';
import { getAddress, type Hex, zeroAddress } from 'viem';
import { rpc } from '../node/anvil';
import { decodedByViem } from './viem-teleporter';

export interface AskedChain {
  readonly url: string;
  readonly chainId: string;
  readonly blockchainId: Hex;
}

const MESSENGER = '0x253b2784c75e510dd0ff1da844684a1ac0aa5fcf';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** CB58 of an id without a leading zero byte. */
function cb58(id: Hex): string {
  const checksum = createHash('sha256')
    .update(Buffer.from(id.slice(2), 'hex'))
    .digest('hex')
    .slice(-8);
  let text = '';
  for (let left = BigInt(id + checksum); left > 0n; left /= 58n) text = BASE58.charAt(Number(left % 58n)) + text;
  return text;
}

interface Log {
  readonly chain: AskedChain;
  readonly transaction: { readonly txHash: string; readonly timestamp: number; readonly gasSpent: string };
  readonly event: ReturnType<typeof decodedByViem>;
}

async function getLogs(chain: AskedChain): Promise<Log[]> {
  const filter = { address: MESSENGER, fromBlock: '0x0', toBlock: 'latest' };
  const found = (await rpc(chain.url, 'eth_getLogs', [filter])) as Record<string, Hex>[];
  return Promise.all(
    found.map(async (log) => {
      const [block, receipt] = (await Promise.all([
        rpc(chain.url, 'eth_getBlockByHash', [log.blockHash, false]),
        rpc(chain.url, 'eth_getTransactionReceipt', [log.transactionHash]),
      ])) as [{ timestamp: Hex }, { gasUsed: Hex }];
      const event = decodedByViem(log as unknown as Parameters<typeof decodedByViem>[0]);
      const gasSpent = BigInt(receipt.gasUsed).toString();
      const transaction = { txHash: log.transactionHash ?? '', timestamp: Number(block.timestamp), gasSpent };
      return { chain, transaction, event };
    }),
  );
}

type Name = Log['event']['eventName'];

/** Newest first, from the nodes' current logs. Without token metadata. */
export async function plainMessages(chains: readonly AskedChain[]): Promise<Record<string, unknown>[]> {
  const all = (await Promise.all(chains.map(getLogs))).flat();
  const messages = [...Map.groupBy(all, ({ event }) => event.args.messageID)].flatMap(([id, logs]) => {
    const first = <N extends Name>(name: N) =>
      logs.find(({ event }) => event.eventName === name) as
        | (Log & { event: Extract<Log['event'], { eventName: N }> })
        | undefined;
    const last = <N extends Name>(name: N) =>
      logs.findLast(({ event }) => event.eventName === name) as
        | (Log & { event: Extract<Log['event'], { eventName: N }> })
        | undefined;
    const [sent, received] = [first('SendCrossChainMessage'), first('ReceiveCrossChainMessage')];
    const { message } = (sent ?? received)?.event.args ?? {};
    if (!message) return [];
    const source = sent?.chain.blockchainId ?? received?.event.args.sourceBlockchainID ?? '0x';
    const raised = last('AddFeeAmount');
    const fee =
      raised?.event.args.updatedFeeInfo ?? sent?.event.args.feeInfo ?? first('ReceiptReceived')?.event.args.feeInfo;
    const evm = (id: Hex) => chains.find(({ blockchainId }) => blockchainId === id)?.chainId ?? '';
    const view = {
      messageId: id.slice(2),
      teleporterContractAddress: getAddress(MESSENGER),
      icmContractAddress: getAddress(MESSENGER),
      sourceBlockchainId: cb58(source),
      destinationBlockchainId: cb58(message.destinationBlockchainID),
      sourceEvmChainId: evm(source),
      destinationEvmChainId: evm(message.destinationBlockchainID),
      messageNonce: String(message.messageNonce),
      from: message.originSenderAddress,
      to: message.destinationAddress,
      data: message.message.slice(2),
      messageExecuted: first('MessageExecuted') !== undefined,
      receipts: message.receipts.map((one) => ({ ...one, receivedMessageNonce: String(one.receivedMessageNonce) })),
      receiptDelivered: first('ReceiptReceived') !== undefined,
      rewardDetails: { address: fee?.feeTokenAddress ?? zeroAddress, value: String(fee?.amount ?? 0n) },
      status: sent ? (received ? 'delivered' : 'pending') : 'delivered_source_not_indexed',
      ...(sent ? { sourceTransaction: sent.transaction } : {}),
      ...(received
        ? {
            destinationTransaction: {
              ...received.transaction,
              rewardRedeemer: received.event.args.rewardRedeemer,
              delivererAddress: received.event.args.deliverer,
            },
          }
        : {}),
    };
    return [{ view, order: `${(sent ?? received)?.transaction.timestamp} ${id}` }];
  });
  return messages.toSorted((a, b) => (a.order < b.order ? 1 : -1)).map(({ view }) => view);
}
