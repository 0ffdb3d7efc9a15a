import * as fc from 'fast-check';
import { blockCodec, decodeBlock } from '../../../../lambdas/pchain/domain/codec/block';
import { readWhole } from '../../../../lambdas/pchain/domain/codec/codec';
import { getL1Message } from '../../../../lambdas/pchain/domain/codec/warp';
import { RECORDINGS, RecordedNetwork, sha256 } from '../../../support/pchain/recorded';

const network = new RecordedNetwork(RECORDINGS[0]);
const samples = Array.from({ length: network.last + 1 }, (_, height) => network.bytes(height));

describe('unreadable blocks', () => {
  test('damaged blocks are unreadable or re-encode to the same bytes, and never throw', async () => {
    let read = 0;
    const damage = fc.record({
      digits: fc.constantFrom(...samples),
      at: fc.nat(),
      bytes: fc.uint8Array({ maxLength: 8 }),
      removed: fc.nat(8),
    });
    await fc.assert(
      fc.property(damage, ({ digits, at, bytes, removed }) => {
        const start = 2 * (at % (digits.length / 2));
        const damaged = digits.slice(0, start) + Buffer.from(bytes).toString('hex') + digits.slice(start + 2 * removed);
        const block = decodeBlock(`0x${damaged}`, sha256);
        expect(block.id).toBe(`0x${sha256(damaged)}`);
        if (block.type === 'Unreadable') return;
        read += 1;
        expect(blockCodec.write(readWhole(blockCodec, damaged))).toBe(damaged);
      }),
      { numRuns: 3_000 },
    );
    // Some bytes may be anything: amounts, ids, signatures.
    expect(read).toBeGreaterThan(100);
  });

  test('random bytes are unreadable', async () => {
    await fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        expect(decodeBlock(`0x${Buffer.from(bytes).toString('hex')}`, sha256).type).toBe('Unreadable');
      }),
    );
  });

  test.each([
    ['an unknown transaction type', '0000002b', 'unknown type 43 at byte 58'],
    ['an impossible number of outputs', `00000022${'00'.repeat(36)}ffffffff`, 'list of 4294967295'],
  ])('%s makes a block unreadable, with a reason and its ID', (_, tx, reason) => {
    const header = `0000${'00000020'}${'00'.repeat(8)}${'11'.repeat(32)}${'00'.repeat(7)}05`;
    const digits = `${header}00000001${tx}${'00'.repeat(100)}`;
    const block = decodeBlock(`0x${digits}`, sha256);
    expect(block).toEqual({
      ...{ id: `0x${sha256(digits)}`, type: 'Unreadable', size: digits.length / 2 },
      reason: expect.stringContaining(reason),
    });
  });

  test('another codec version makes a block unreadable', () => {
    const [sample = ''] = samples;
    expect(decodeBlock(`0x0001${sample.slice(4)}`, sha256)).toMatchObject({
      reason: 'unknown codec version 1',
    });
  });

  test('a malformed L1 message throws', () => {
    for (const bytes of ['0x', '0x00', `0x${'00'.repeat(200)}`])
      expect(() => getL1Message(bytes)).toThrow(/bytes|type/);
  });
});
