import type { Output } from '../../lambdas/pchain/domain/codec/parts';
import { getAddress } from '../random';
import { appendTo } from './append';
import type { Recording } from './recording';

/** Those who pay in turn, and those who are paid in turn. */
const [PAYERS, PAID] = [20, 10];
/** What a payer begins with, what he pays each time, and the fee; nAVAX. */
const [FUNDS, PAYMENT, FEE] = [1_000_000_000_000_000_000n, 1_000_000_000n, 1_000n];
const P_CHAIN = `0x${'00'.repeat(32)}`;
/** As long as a real one, and of nobody: replay believes the node. */
const SIGNATURE = `0x${'00'.repeat(65)}`;

/** The payer of the nth transfer (20 bytes, 0x and digits): his first one spends an output that nobody knows. */
export const getPayer = (n: number): string => getAddress(`payer ${n % PAYERS}`);
/** Who is paid by the nth transfer. */
export const getPaid = (n: number): string => getAddress(`paid ${n % PAID}`);

/**
 * Adds blocks behind the last one of a recording, each with one transfer, which are the same every time; the height of
 * the last.
 */
export function addTransfers(recording: Recording, blocks: number): number {
  const { networkId } = recording.header;
  const { assetId, add, height } = appendTo(recording);
  const left = new Map<string, { txId: string; amount: bigint }>();
  for (let n = 0; n < blocks; n++) {
    const payer = getPayer(n);
    const { txId, amount } = left.get(payer) ?? { txId: payer.padEnd(66, '0'), amount: FUNDS };
    const rest = amount - PAYMENT - FEE;
    const id = add({
      unsigned: {
        type: 'BaseTx',
        networkId,
        blockchainId: P_CHAIN,
        memo: '0x',
        outputs: [getOutput(assetId, getPaid(n), PAYMENT), getOutput(assetId, payer, rest)],
        inputs: [{ txId, outputIndex: 1, assetId, input: { type: 'TransferInput', amount, signatureIndices: [0] } }],
      },
      credentials: [{ type: 'Credential', signatures: [SIGNATURE] }],
    });
    left.set(payer, { txId: id, amount: rest });
  }
  return height();
}

const getOutput = (assetId: string, address: string, amount: bigint): Output => ({
  assetId,
  output: { type: 'TransferOutput', amount, locktime: 0n, threshold: 1, addresses: [address] },
});
