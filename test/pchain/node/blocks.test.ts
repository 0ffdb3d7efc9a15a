import { NodeDown } from '../../../lambdas/core/node/errors';
import { createPBlocks } from '../../../lambdas/pchain/node/blocks';
import { RECORDINGS, RecordedNetwork, sha256 } from '../../support/pchain/recorded';

const recorded = new RecordedNetwork(RECORDINGS[0]);
/** Bytes as a node sends them, followed by the checksum. */
const sent = (digits: string) => ({ block: `0x${digits}${sha256(digits).slice(-8)}` });
const toHex = (height: number) => sent(recorded.bytes(height));
const toJson = (height: number) => ({ block: { parentID: PARENT, height, time: 17, txs: [{ id: PARENT }] } });
const PARENT = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5';
/** A block of type 77. */
const NEWER = sent(`00000000004d${'00'.repeat(20)}`);

type Answer = (height: number, encoding: string) => unknown;
/** Blocks read from a node with these answers. */
const getBlocks = (answer: Answer) => {
  const one = (params: Readonly<Record<string, unknown>> = {}) =>
    answer(Number(params.height), String(params.encoding));
  const rpc: Parameters<typeof createPBlocks>[0] = {
    call: async (method, params) => (method === 'getHeight' ? answer(-1, '') : one(params)),
    all: async (calls) => calls.map(([, params]) => one(params)),
    index: async () => undefined,
  };
  return createPBlocks(rpc, { proposers: false });
};

test('a range of blocks has heights, parents and times', async () => {
  const blocks = await getBlocks(toHex).range(3, 5);
  expect(blocks.map(({ number, parentHash, time }) => ({ number, parentHash, time }))).toEqual(
    [3, 4, 5].map((number) => {
      const { parentId: parentHash, time } = recorded.block(number);
      return { number, parentHash, time };
    }),
  );
});

test('a block of an unknown type is fetched as JSON for its parent, time and transaction IDs', async () => {
  const [raw] = await getBlocks((_, encoding) => (encoding === 'json' ? toJson(7) : NEWER)).range(7, 7);
  const id = expect.stringMatching(/^0x[0-9a-f]{64}$/);
  expect(raw).toMatchObject({ number: 7, time: 17, parentHash: id, block: { type: 'Unreadable', size: 26 } });
  expect(raw).toMatchObject({ bytes: NEWER.block.slice(0, -8), unreadable: { txIds: [id] } });
});

test.each<[string, Answer, string]>([
  ['no block', () => ({}), 'invalid node response for block 3: block is malformed'],
  ['malformed bytes', () => ({ block: '0xzz' }), 'invalid node response for block 3: block is malformed'],
  ['another block', () => toHex(9), 'the node returned block 9 instead of 3'],
  [
    'damaged bytes',
    () => ({ block: toHex(3).block.replace(/..$/, '00') }),
    'corrupt data from the node for block 3: checksum mismatch',
  ],
  [
    'JSON of another block',
    (_, encoding) => (encoding === 'json' ? toJson(8) : NEWER),
    'the node returned block 8 instead of 3',
  ],
  [
    'malformed JSON',
    (_, encoding) => (encoding === 'json' ? { block: { parentID: 'x' } } : NEWER),
    'invalid node response for block 3 as JSON: block.parentID is malformed',
  ],
])('a node that returns %s is reported as down', async (_, answer, message) => {
  await expect(getBlocks(answer).range(3, 3)).rejects.toEqual(new NodeDown(message));
});

test('a node that mixes blocks of two chains is rejected', async () => {
  const other = new RecordedNetwork(RECORDINGS[1]);
  const mixed = getBlocks((height) => (height === 4 ? sent(other.bytes(4)) : toHex(height)));
  await expect(mixed.range(3, 5)).rejects.toThrow('block 4 from the node does not extend the previous block');
});

test('the height is read as a number, and a malformed height is rejected', async () => {
  expect(await getBlocks(() => ({ height: '306' })).height()).toBe(306);
  await expect(getBlocks(() => ({ height: 'x' })).height()).rejects.toThrow('invalid node response for height');
});
