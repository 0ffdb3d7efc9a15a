import * as fc from 'fast-check';
import { readWhole } from '../../../../lambdas/pchain/domain/codec/codec';
import { containerCodec, readContainer } from '../../../../lambdas/pchain/domain/codec/container';
import { INDEXING_NODE, RECORDINGS, RecordedNetwork } from '../../../support/pchain/recorded';

const network = new RecordedNetwork(INDEXING_NODE);
const heights = Array.from({ length: network.last }, (_, i) => i + 1);
/** A container from the node's index, without the checksum. */
const containerAt = (height: number) =>
  network
    .must<{ bytes: string }>(network.last, 'index.getContainerByIndex', { index: String(height - 1) })
    .bytes.slice(2, -8);

test('every recorded container holds its block and re-encodes to the same bytes', () => {
  for (const height of heights) {
    const digits = containerAt(height);
    expect([height, readContainer(digits)?.block]).toEqual([height, `0x${network.bytes(height)}`]);
    expect(containerCodec.write(readWhole(containerCodec, digits))).toBe(digits);
  }
  const types = heights.map((height) => readContainer(containerAt(height))?.type);
  expect([...new Set(types)].toSorted()).toEqual(['Block', 'GraniteBlock', 'Option']);
});

test('a bare block is not read as a container, although some type IDs are the same', () => {
  for (const path of RECORDINGS) {
    const bare = new RecordedNetwork(path);
    for (const height of bare.heights) expect(readContainer(bare.bytes(height))).toBeUndefined();
  }
  // An Apricot abort has the type ID of an option.
  expect(readContainer(`000000000001${'ab'.repeat(32)}${'00'.repeat(8)}`)).toBeUndefined();
});

test('damaged bytes never throw', () => {
  const damage = fc.record({
    digits: fc.constantFrom(...heights.map(containerAt)),
    at: fc.nat(),
    bytes: fc.uint8Array({ maxLength: 8 }),
  });
  void fc.assert(
    fc.property(damage, ({ digits, at, bytes }) => {
      const start = 2 * (at % (digits.length / 2));
      readContainer(digits.slice(0, start) + Buffer.from(bytes).toString('hex') + digits.slice(start));
    }),
    { numRuns: 2_000 },
  );
});
