import * as fc from 'fast-check';
import { cb58OfBytes } from '../../../lambdas/core/domain/cb58';
import { nodeIdText, toNodeId } from '../../../lambdas/pchain/domain/node-id';

describe('node IDs', () => {
  test('a node ID has the text form that Avalanche uses', () => {
    const zero = `0x${'00'.repeat(20)}`;
    expect([nodeIdText(zero), toNodeId('NodeID-111111111111111111116DBWJs')]).toEqual([
      'NodeID-111111111111111111116DBWJs',
      zero,
    ]);
  });
  test('any node ID survives a round trip through text', () =>
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
        const nodeId = `0x${Buffer.from(bytes).toString('hex')}`;
        expect(toNodeId(nodeIdText(nodeId))).toBe(nodeId);
      }),
    ));
  test.each([
    ['a node ID with a wrong checksum', 'NodeID-111111111111111111116DBWJt'],
    ['a node ID with a character outside of base58', 'NodeID-111111111111111111116DBWJ0'],
    ['a node ID without its prefix', '111111111111111111116DBWJs'],
    ['a node ID of 32 bytes', 'NodeID-11111111111111111111111111111111LpoYY'],
    ['a node ID of 19 bytes', `NodeID-${cb58OfBytes(`0x${'ab'.repeat(19)}`)}`],
    ['an empty node ID', 'NodeID-'],
  ])('%s is rejected', (_, text) => expect(toNodeId(text)).toBeUndefined());
});
