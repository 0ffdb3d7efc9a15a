import { createHash } from 'node:crypto';
import { idOfCb58 } from '../../lambdas/adapters/cb58';
import { blockCodec, decodeBlock } from '../../lambdas/domain/pchain/codec/block';
import type { Output } from '../../lambdas/domain/pchain/codec/parts';
import { signedTx } from '../../lambdas/domain/pchain/codec/tx';
import { addressOf } from '../random';
import { callKey } from './calls';
import type { Recording } from './recording';

/** Those who pay in turn, and those who are paid in turn. */
const [PAYERS, PAID] = [20, 10];
/** What a payer begins with, what he pays each time, and the fee; nAVAX. */
const [FUNDS, PAYMENT, FEE] = [1_000_000_000_000_000_000n, 1_000_000_000n, 1_000n];
const P_CHAIN = `0x${'00'.repeat(32)}`;
/** As long as a real one, and of nobody: replay believes the node. */
const SIGNATURE = `0x${'00'.repeat(65)}`;

const sha256 = (digits: string): string => createHash('sha256').update(digits, 'hex').digest('hex');

/** The payer of the nth transfer (20 bytes, 0x and digits): his first one spends an output that nobody knows. */
export const payerOf = (n: number): string => addressOf(`payer ${n % PAYERS}`);
/** Who is paid by the nth transfer. */
export const paidOf = (n: number): string => addressOf(`paid ${n % PAID}`);

/**
 * Adds blocks behind the last one of a recording, each with one transfer, which are the same every time; the height of
 * the last. Chain time stands still in them, so that what the node said of its state last stays true.
 */
export function addTransfers(recording: Recording, blocks: number): number {
  const begin = recording.of('platform.getHeight {}').at(-1)?.height ?? 0;
  const last = decodeBlock(`0x${bytesAt(recording, begin)}`, sha256);
  const assetId = idOfCb58(resultOf<{ assetID: string }>(recording, 'platform.getStakingAssetID {}').assetID);
  if (last.type === 'Unreadable' || last.time === undefined || !assetId)
    throw new Error('the recording has no last block, or no asset');
  const { time } = last;
  const { networkId } = recording.header;
  const chain = Array.from({ length: Math.min(PAYERS, blocks) }, (_, n) => ({
    txId: `0x${sha256(payerOf(n).slice(2))}`,
    left: FUNDS,
  }));
  let parentId = last.id;
  for (let n = 0; n < blocks; n++) {
    const own = chain[n % PAYERS];
    if (!own) break;
    const height = begin + 1 + n;
    const left = own.left - PAYMENT - FEE;
    const value = {
      unsigned: {
        ...{ type: 'BaseTx' as const, networkId, blockchainId: P_CHAIN, memo: '0x' },
        outputs: [outputOf(assetId, paidOf(n), PAYMENT), outputOf(assetId, payerOf(n), left)],
        inputs: [
          {
            ...{ txId: own.txId, outputIndex: 1, assetId },
            input: { type: 'TransferInput' as const, amount: own.left, signatureIndices: [0] },
          },
        ],
      },
      credentials: [{ type: 'Credential' as const, signatures: [SIGNATURE] }],
    };
    chain[n % PAYERS] = { txId: `0x${sha256(`0000${signedTx.write(value)}`)}`, left };
    const block = { type: 'BanffStandardBlock' as const, time, parentId, height, txs: [{ value, bytes: '' }] };
    const digits = blockCodec.write({ version: 0, block });
    const hash = sha256(digits);
    parentId = `0x${hash}`;
    recording.add(height, callKey('platform.getBlockByHeight', { height: String(height) }), {
      text: JSON.stringify({ block: `0x${digits}${hash.slice(-8)}`, encoding: 'hex' }),
    });
    recording.add(height, 'platform.getHeight {}', { text: JSON.stringify({ height: String(height) }) });
  }
  return begin + blocks;
}

const outputOf = (assetId: string, address: string, amount: bigint): Output => ({
  assetId,
  output: { type: 'TransferOutput', amount, locktime: 0n, threshold: 1, addresses: [address] },
});

/** The digits of a recorded block, without its checksum. */
export function bytesAt(recording: Recording, height: number): string {
  const { block } = resultOf<{ block: string }>(
    recording,
    callKey('platform.getBlockByHeight', { height: String(height) }),
  );
  return block.slice(2, -8);
}

function resultOf<T>(recording: Recording, key: string): T {
  const answer = recording.of(key).at(-1);
  if (!answer || 'error' in answer) throw new Error(`the recording has no ${key}`);
  return JSON.parse(answer.text) as T;
}
