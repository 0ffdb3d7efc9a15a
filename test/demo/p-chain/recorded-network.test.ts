import { statSync } from 'node:fs';
import { loadRecording } from '../../../demo/p-chain/recording';
import { startReplayNode } from '../../../demo/p-chain/replay-node';

const path = 'demo/p-chain/recording.jsonl.gz';
const recording = loadRecording(path);
const last = recording.of('platform.getHeight {}').at(-1)?.height ?? 0;
/** The recorded result of a call. Its large numbers are not exact. */
const result = <T>(key: string, height = last): T => {
  const answer = recording.at(`platform.${key}`, height);
  if (!answer || 'error' in answer) throw new Error(`${key}: ${answer?.error ?? 'not recorded'}`);
  return JSON.parse(answer.text) as T;
};
type Tx = { id: string };
type Block = { id: string; parentID: string; height: number; txs?: Tx[]; tx?: Tx };
const blockAt = (height: number) =>
  result<{ block: Block }>(`getBlockByHeight {"encoding":"json","height":"${height}"}`).block;
const states = recording.of('platform.getValidatorFeeState {}').map((answer) => {
  if ('error' in answer) throw new Error(answer.error);
  return { height: answer.height, ...(JSON.parse(answer.text) as { excess: number; price: number }) };
});

test('the recording is smaller than 600 kB', () => expect(statSync(path).size).toBeLessThan(600_000));

test('every height has its block, with the previous block as parent and all transactions', () => {
  expect(last).toBeGreaterThan(300);
  for (let height = 1; height <= last; height++) {
    const { id, parentID, ...block } = blockAt(height);
    expect([block.height, parentID]).toEqual([height, blockAt(height - 1).id]);
    expect(result(`getBlock {"blockID":"${id}"}`)).toEqual(result(`getBlockByHeight {"height":"${height}"}`));
    for (const tx of [...(block.txs ?? []), ...(block.tx ? [block.tx] : [])]) {
      expect(result(`getTx {"encoding":"json","txID":"${tx.id}"}`)).toEqual({ tx, encoding: 'json' });
      expect(result(`getTxStatus {"txID":"${tx.id}"}`)).toEqual({
        status: expect.stringMatching(/^(Committed|Aborted)$/),
      });
    }
  }
});

test('the fee of L1 validators rises and falls', () => {
  const steps = states.slice(1).map(({ excess, price }, i) => ({
    excess: Math.sign(excess - (states[i]?.excess ?? 0)),
    price: Math.sign(price - (states[i]?.price ?? 0)),
  }));
  for (const sign of [-1, 1])
    for (const name of ['excess', 'price'] as const)
      expect(steps.filter((step) => step[name] === sign).length).toBeGreaterThan(20);
});

test('a replay begins at the last height before the fee moves', async () => {
  const moved = states.find(({ excess }) => excess > 0)?.height ?? 0;
  const node = await startReplayNode({ startedAt: 0, now: () => 0 });
  expect(node.height()).toBe(moved - 1);
  await node.stop();
});
