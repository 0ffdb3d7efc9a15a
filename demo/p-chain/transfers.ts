import type { Output } from '../../lambdas/pchain/domain/codec/parts';
import { getAddress } from '../random';
import { appendTo } from './append';
import type { Recording } from './recording';

const [PAYERS, PAID] = [20, 10];
/** nAVAX. */
const [FUNDS, PAYMENT, FEE] = [1_000_000_000_000_000_000n, 1_000_000_000n, 1_000n];
const P_CHAIN = `0x${'00'.repeat(32)}`;
/** A dummy of the right length: replay does not verify signatures. */
const SIGNATURE = `0x${'00'.repeat(65)}`;

/** 20 bytes, in hex with 0x; the first transfer of each payer spends an unknown output. */
export const getPayer = (n: number): string => getAddress(`payer ${n % PAYERS}`);
export const getPaid = (n: number): string => getAddress(`paid ${n % PAID}`);

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
