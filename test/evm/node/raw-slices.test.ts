import type { S3Client } from '@aws-sdk/client-s3';
import { compressed } from '../../../lambdas/core/runtime/compressed';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { createRawSlices } from '../../../lambdas/evm/node/raw-slices';
import { aRawBlock } from '../../support/make/blocks';

const blocks = Array.from({ length: 130 }, (_, n) => aRawBlock(n, n % 3 ? [{ from: 1, to: 2 }] : []));
const refs = (from: number, to: number) =>
  blocks.slice(from, to + 1).map(({ block }) => ({ number: Number(block.number), hash: block.hash }));
const sliceKey = (from: number, to: number) => `raw/1/${from}-${to}`;
const ownKey = (n: number) => `raw/1/${n}-${blocks[n]?.block.hash}`;

/** The two requests of S3 that it makes, over objects in memory. */
function bucket(objects: ReadonlyMap<string, Uint8Array>) {
  const asked: string[] = [];
  const send = async ({ input }: { input: { Key?: string; Prefix?: string } }) => {
    const { Key, Prefix = '' } = input;
    asked.push(Key ?? `list ${Prefix}`);
    if (Key === undefined)
      return {
        Contents: [...objects.keys()].flatMap((one, i) =>
          one.startsWith(Prefix) ? [{ Key: one, LastModified: new Date(i) }] : [],
        ),
      };
    const body = objects.get(Key);
    if (!body) throw Object.assign(new Error('absent'), { name: 'NoSuchKey' });
    return { Body: { transformToByteArray: async () => body } };
  };
  return { asked, slices: createRawSlices('bucket', '1', { send } as unknown as S3Client) };
}

const put = (objects: Map<string, Uint8Array>, key: string, value: unknown) =>
  objects.set(key, compressed(key, JSON.stringify(value)).Body);
/** Blocks 0 to 119 in slices, the others with an object each. */
function stored(change: (raws: RawBlock[]) => RawBlock[] = (raws) => raws): Map<string, Uint8Array> {
  const objects = new Map<string, Uint8Array>();
  for (const [from, to] of [
    [0, 49],
    [50, 99],
    [100, 119],
  ] as const)
    put(objects, sliceKey(from, to), change(blocks.slice(from, to + 1)));
  for (let n = 120; n < 130; n++) put(objects, ownKey(n), blocks[n]);
  return objects;
}
const numbers = (raws: readonly RawBlock[]) => raws.map(({ block }) => Number(block.number));

describe('blocks of history in the bucket', () => {
  test('blocks are read from slices and from objects of their own, each once', async () => {
    const { slices, asked } = bucket(stored());
    expect(numbers(await slices.blocks(refs(0, 99), 120))).toEqual(numbers(blocks.slice(0, 100)));
    expect(asked).toEqual(['list raw/1/0-', sliceKey(0, 49), 'list raw/1/50-', sliceKey(50, 99)]);
    expect(await slices.blocks(refs(100, 129), 120)).toEqual(blocks.slice(100, 130));
  });

  test('a range may end within a slice, and the slice of the last attempt is read', async () => {
    const objects = stored();
    put(objects, sliceKey(100, 104), blocks.slice(100, 105));
    put(objects, sliceKey(105, 119), blocks.slice(105, 120));
    const { slices, asked } = bucket(objects);
    expect(numbers(await slices.blocks(refs(100, 110), 120))).toEqual(numbers(blocks.slice(100, 111)));
    expect(asked).toEqual(['list raw/1/100-', sliceKey(100, 104), 'list raw/1/105-', sliceKey(105, 119)]);
  });

  test('an earlier attempt is read if the last one is damaged', async () => {
    const objects = stored();
    put(objects, sliceKey(100, 104), []);
    const { slices } = bucket(objects);
    expect(numbers(await slices.blocks(refs(100, 110), 120))).toEqual(numbers(blocks.slice(100, 111)));
  });

  test('a block that the node served in full later is read from its own object', async () => {
    const missing = ({ receipts, ...raw }: RawBlock): RawBlock => ({
      ...raw,
      receipts: receipts.map((one) => ({ ...one, missing: true })),
    });
    const objects = stored((raws) => raws.map((raw) => (raw === blocks[1] || raw === blocks[2] ? missing(raw) : raw)));
    put(objects, ownKey(1), blocks[1]);
    const { slices } = bucket(objects);
    const found = await slices.blocks(refs(0, 3), 120);
    expect(found[1]).toEqual(blocks[1]);
    expect(found[2]?.receipts[0]?.missing).toBe(true);
  });

  test.each<[string, (objects: Map<string, Uint8Array>) => unknown, string]>([
    [
      'a missing slice',
      (objects) => objects.delete(sliceKey(50, 99)),
      'the object raw/1/50-… with blocks from 50 on is missing',
    ],
    ['a missing object of a block', (objects) => objects.delete(ownKey(125)), `${ownKey(125)} is missing`],
    ['a flipped bit', (objects) => flip(objects, sliceKey(0, 49)), 'raw/1/0-49 cannot be read'],
    [
      'a block missing in a slice',
      (objects) => put(objects, sliceKey(0, 49), blocks.slice(0, 49)),
      'raw/1/0-49: block 49 is missing',
    ],
    [
      'a block of another branch',
      (objects) =>
        put(
          objects,
          sliceKey(0, 49),
          blocks.slice(0, 50).map((raw) => ({ ...raw, block: { ...raw.block, hash: `0x${'7'.repeat(64)}` } })),
        ),
      'raw/1/0-49: block 0 has hash 0x7',
    ],
    [
      'a lost receipt',
      (objects) =>
        put(
          objects,
          sliceKey(0, 49),
          blocks.slice(0, 50).map((raw) => ({ ...raw, receipts: [] })),
        ),
      'the receipts of block 1 do not match its transactions',
    ],
    [
      'another kind of object',
      (objects) => put(objects, sliceKey(0, 49), { blocks: [] }),
      'raw/1/0-49 is not a list of blocks',
    ],
  ])('%s is named', async (_, damage, message) => {
    const objects = stored();
    damage(objects);
    const { slices } = bucket(objects);
    await expect(slices.blocks(refs(0, 129), 120)).rejects.toThrow(message);
  });

  test('a failure of S3 is not taken for a missing object', async () => {
    const send = async () => Promise.reject(Object.assign(new Error('slow down'), { name: 'SlowDown' }));
    const slices = createRawSlices('bucket', '1', { send } as unknown as S3Client);
    await expect(slices.blocks(refs(120, 121), 120)).rejects.toThrow('slow down');
  });
});

function flip(objects: Map<string, Uint8Array>, key: string): void {
  const body = Uint8Array.from(objects.get(key) ?? []);
  const at = Math.floor(body.length / 2);
  body[at] = (body[at] ?? 0) ^ 1;
  objects.set(key, body);
}
