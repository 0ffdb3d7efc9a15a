import * as fc from 'fast-check';
import { cb58OfBytes } from '../../../lambdas/core/domain/cb58';
import { nodeIdText, toNodeId } from '../../../lambdas/pchain/domain/node-id';

describe('node ids', () => {
  test('are written as Avalanche writes them', () => {
    const zero = `0x${'00'.repeat(20)}`;
    expect([nodeIdText(zero), toNodeId('NodeID-111111111111111111116DBWJs')]).toEqual([
      'NodeID-111111111111111111116DBWJs',
      zero,
    ]);
  });
  test('are read as they were written, any of them', () =>
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
        const nodeId = `0x${Buffer.from(bytes).toString('hex')}`;
        expect(toNodeId(nodeIdText(nodeId))).toBe(nodeId);
      }),
    ));
  test.each([
    ['a wrong checksum', 'NodeID-111111111111111111116DBWJt'],
    ['a character that base58 has not', 'NodeID-111111111111111111116DBWJ0'],
    ['no prefix', '111111111111111111116DBWJs'],
    ['32 bytes', 'NodeID-11111111111111111111111111111111LpoYY'],
    ['19 bytes', `NodeID-${cb58OfBytes(`0x${'ab'.repeat(19)}`)}`],
    ['nothing', 'NodeID-'],
  ])('%s is none', (_, text) => expect(toNodeId(text)).toBeUndefined());
});
