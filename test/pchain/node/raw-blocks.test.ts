import { decodeBlock } from '../../../lambdas/pchain/domain/codec/block';
import type { RawPBlock } from '../../../lambdas/pchain/domain/raw-block';
import { createRawPBlocks } from '../../../lambdas/pchain/node/raw-blocks';
import { memoryBucket } from '../../support/pchain/bucket';
import { RECORDINGS, RecordedNetwork, sha256 } from '../../support/pchain/recorded';

const recorded = new RecordedNetwork(RECORDINGS[0]);
const all = Array.from({ length: 201 }, (_, number): RawPBlock => {
  const bytes = `0x${recorded.bytes(number)}`;
  const block = decodeBlock(bytes, sha256);
  if (block.type === 'Unreadable') throw new Error(block.reason);
  return { number, parentHash: block.parentId, time: block.time ?? 0, block, bytes };
});
const signal = AbortSignal.timeout(60_000);
const numbers = (raws: readonly RawPBlock[]) => raws.map(({ number }) => number);
const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

async function world(...batches: readonly (readonly [first: number, last: number])[]) {
  const bucket = memoryBucket();
  const blocks = createRawPBlocks('bucket', 'p-chain-recorded', bucket.client);
  for (const [first, last] of batches) await blocks.put(all.slice(first, last + 1), signal);
  return { bucket, blocks };
}

describe('P-Chain blocks in the bucket', () => {
  test('are read as they were put, up to the end of their hundred, whatever the batches', async () => {
    const { blocks, bucket } = await world([0, 63], [64, 150], [151, 151], [152, 200]);
    expect((await blocks.range(0, 200)).map(({ stored: _, ...raw }) => raw)).toEqual(all.slice(0, 100));
    expect(numbers(await blocks.range(100, 200))).toEqual(from(100, 199));
    expect(numbers(await blocks.range(149, 153))).toEqual(from(149, 153));
    const before = bucket.objects.size;
    await blocks.put(await blocks.range(100, 200), signal);
    expect(bucket.objects.size).toBe(before);
  });
  test('end at the first one that is missing', async () => {
    const { blocks } = await world([0, 10], [20, 30]);
    expect(numbers(await blocks.range(5, 25))).toEqual(from(5, 10));
    expect(await blocks.range(11, 25)).toEqual([]);
  });
  test('are read from another object if one of two is damaged, and named if it is the only one', async () => {
    const { blocks, bucket } = await world([0, 30], [10, 40], [41, 50]);
    const [, second = '', third = ''] = [...bucket.objects.keys()];
    bucket.objects.set(second, new Uint8Array([1]));
    expect(numbers(await blocks.range(10, 50))).toEqual(from(10, 30));
    await expect(blocks.range(31, 50)).rejects.toThrow(`${second} cannot be read`);
    expect(numbers(await blocks.range(41, 50))).toEqual(from(41, 50));
    bucket.objects.set(third, bucket.objects.get([...bucket.objects.keys()][0] ?? '') ?? new Uint8Array());
    expect(await blocks.range(41, 50)).toEqual([]);
  });
});
