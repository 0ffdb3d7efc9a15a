import { bytesAt } from '../../../demo/p-chain/append';
import { loadRecording } from '../../../demo/p-chain/recording';
import { RECORDING } from '../../../demo/p-chain/replay-node';
import { addTransfers, getPaid, getPayer } from '../../../demo/p-chain/transfers';
import { type Block, decodeBlock } from '../../../lambdas/pchain/domain/codec/block';
import { amountIn, getInputs } from '../../../lambdas/pchain/domain/derive';
import { sha256 } from '../../support/pchain/recorded';

const BLOCKS = 45;
const recording = loadRecording(RECORDING);
const before = recording.of('platform.getHeight {}').at(-1)?.height ?? 0;
const last = addTransfers(recording, BLOCKS);

function blockAt(height: number): Block {
  const block = decodeBlock(`0x${bytesAt(recording, height)}`, sha256);
  if (block.type === 'Unreadable') throw new Error(block.reason);
  return block;
}
const added = Array.from({ length: BLOCKS }, (_, i) => blockAt(before + 1 + i));

test('each added block is the child of the previous one, at the time of the last recorded block', () => {
  expect(last).toBe(before + BLOCKS);
  for (const [i, { parentId, height, time, txs }] of added.entries())
    expect([height, parentId, time, txs.length]).toEqual([
      before + 1 + i,
      blockAt(before + i).id,
      blockAt(before).time,
      1,
    ]);
});

test('each transfer spends the change of the previous transfer of its payer', () => {
  const left = new Map<string, bigint>();
  let known = 0;
  for (const [i, { txs }] of added.entries())
    for (const { id, unsigned } of txs) {
      if (unsigned.type !== 'BaseTx') throw new Error(unsigned.type);
      const [input] = getInputs(unsigned);
      const spent = left.get(`${input?.txId} ${input?.outputIndex}`);
      if (spent !== undefined) {
        known += 1;
        expect(input && amountIn(input.input)).toBe(spent);
      }
      const outputs = unsigned.outputs.map(({ output }) => (output.type === 'TransferOutput' ? output : output.output));
      expect(outputs.map(({ addresses }) => addresses)).toEqual([[getPaid(i)], [getPayer(i)]]);
      left.set(`${id} 1`, outputs[1]?.amount ?? 0n);
    }
  // The first transfer of each of the 20 payers spends an older output.
  expect(known).toBe(BLOCKS - 20);
});

test('the added transfers are deterministic', () => {
  const again = loadRecording(RECORDING);
  addTransfers(again, BLOCKS);
  expect(bytesAt(again, last)).toBe(bytesAt(recording, last));
});
