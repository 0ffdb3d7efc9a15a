import { handler } from '../../../../lambdas/evm/api/blocks/get-block';
import { call } from '../../../support/endpoints/call';
import { depsWith } from '../../../support/endpoints/deps';
import { hidesItsCause, needsIndexedChain, PATH, refuses } from '../../../support/endpoints/refusals';
import { aCursor, aRawBlock, hash } from '../../../support/make/blocks';

const blocks = { 31337: [1, 2, 3].map((n) => aRawBlock(n, [])) };
const ask = (blockId: string) => ({ params: { chainId: '31337', blockId } });

describe('getBlock', () => {
  test.each([
    ['number', '2'],
    ['hash', hash(1_000_002)],
    ['hash in upper case', `0x${hash(1_000_002).slice(2).toUpperCase()}`],
  ])('200: a block is found by %s', async (_, id) => {
    const { deps } = await depsWith({ blocks });
    const { status, body } = await call(handler, deps, ask(id));
    expect([status, body.blockNumber, body.blockHash]).toEqual([200, '2', hash(1_000_002)]);
  });
  test.each([
    ['number', '4', 'block 4'],
    ['hash', hash(5), `block ${hash(5)}`],
  ])('404: the error names an unknown %s and the indexed block', async (_, id, named) => {
    const { deps } = await depsWith({ blocks });
    const { status, body } = await call(handler, deps, ask(id));
    expect([status, body.message]).toEqual([404, `${named} of chain 31337 (indexed up to 3) was not found`]);
  });
  test.each([
    ['half-written', aCursor({ number: 2 })],
    [
      'half-deleted',
      aCursor({ number: 3, pending: { kind: 'rollback', blocks: [{ number: 3, hash: hash(1_000_003) }] } }),
    ],
  ])('404: a %s block is hidden by number and by hash', async (_, cursor) => {
    const { deps } = await depsWith({ blocks, cursors: { 31337: cursor } });
    for (const id of ['3', hash(1_000_003)]) expect((await call(handler, deps, ask(id))).status).toBe(404);
    expect((await call(handler, deps, ask('2'))).status).toBe(200);
  });
  refuses(handler, ask('1'), [PATH.chainId, PATH.blockId]);
  needsIndexedChain(handler, ask('1'));
  hidesItsCause(handler, ask('1'));
});
