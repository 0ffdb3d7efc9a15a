import { handler } from '../../../lambdas/app/service/health-check';
import { JOB, newJobItem } from '../../../lambdas/chain/rows/backfill-item';
import { gapItem, getGaps, tracesGap } from '../../../lambdas/evm/rows/gaps';
import { networkWriter } from '../../../lambdas/pchain/rows/network';
import { nodeHeadWriter } from '../../../lambdas/pchain/rows/node-head';
import { call } from '../../support/endpoints/call';
import { brokenDeps, depsWith, NOW } from '../../support/endpoints/deps';
import { withMutedErrors } from '../../support/endpoints/with-muted-errors';
import { aChain, aCursor, hash } from '../../support/make/blocks';
import { aPChain } from '../../support/make/p-chain';

const upAtHead = aCursor({ number: 110, head: 110, start: 3 });
const shown = {
  status: 'up',
  chainName: 'Test',
  head: 110,
  finalized: 46,
  indexedBlock: 110,
  startBlock: 3,
  lagBlocks: 0,
  lagSeconds: 0,
  polledAt: 1_700_000_011,
};
const NO_DEAD_LETTERS = { status: 'up', deadLetters: 0 };
/** The response for one chain with this cursor. */
const health = async (cursor = upAtHead) => {
  const { deps } = await depsWith({
    chains: [aChain(), aChain({ chainId: '7', index: false })],
    cursors: { 31337: cursor },
  });
  return call(handler, deps);
};

describe('healthCheck', () => {
  test('a healthy service is ok, with the figures of each indexed chain', async () => {
    const { status, body } = await health();
    expect(status).toBe(200);
    const all = { database: { status: 'up' }, queues: NO_DEAD_LETTERS, 'chain-31337': shown };
    expect(body).toEqual({ status: 'ok', info: all, error: {}, details: all });
  });
  test('lag is reported in blocks and in seconds of chain time', async () => {
    const { body } = await health({ ...upAtHead, number: 100, time: 1_700_000_000 });
    expect(body.details).toMatchObject({
      'chain-31337': { status: 'up', lagBlocks: 10, lagSeconds: 10, indexedBlock: 100 },
    });
  });
  test('a running backfill shows its progress until it is done', async () => {
    const { deps, table } = await depsWith({ cursors: { 31337: { ...upAtHead, start: 100 } } });
    const job = newJobItem('31337', { from: 0, to: 150, startedAt: 1, fence: 0 });
    await table.write([{ put: { ...job, [JOB.next]: 40, [JOB.speed]: 2.5, [JOB.worker]: 1 } }]);
    const shownNow = async () => {
      const { body } = await call(handler, deps);
      return (body.details as Record<string, { backfill?: object }>)['chain-31337']?.backfill;
    };
    expect(await shownNow()).toEqual({
      from: 0,
      to: 99,
      next: 40,
      blocks: 100,
      blocksLeft: 60,
      workers: 1,
      blocksPerSecond: 2.5,
      secondsLeft: 24,
    });
    await table.write([{ put: { ...job, [JOB.next]: 40, [JOB.lastError]: 'the node does not answer' } }]);
    expect(await shownNow()).toEqual({
      ...{ from: 0, to: 99, next: 40, blocks: 100, blocksLeft: 60, workers: 0 },
      message: 'the node does not answer',
    });
    await table.write([{ put: { ...job, [JOB.next]: 100, [JOB.doneAt]: 5 } }]);
    expect(await shownNow()).toBeUndefined();
  });
  test('a chain reports its numbers of final blocks without receipts and without traces', async () => {
    const { deps, table } = await depsWith({ cursors: { 31337: upAtHead } });
    const shownNow = async () => (await call(handler, deps)).body.details as Record<string, object>;
    expect(await shownNow()).toMatchObject({ 'chain-31337': shown });
    const puts = [5, 9, 70].map((number) => ({ put: gapItem('31337', tracesGap({ number, hash: hash(number) })) }));
    const lost = { kind: 'receipts', number: 5, hash: hash(5), transactions: [0, 3] } as const;
    await table.write([...puts, { put: gapItem('31337', lost) }]);
    expect(await shownNow()).toMatchObject({
      'chain-31337': { ...shown, blocksWithoutReceipts: 1, blocksWithoutTraces: 3 },
    });
    expect(await getGaps(table, '31337', 'receipts', 10)).toEqual([lost]);
  });
  test('tracedFrom is the first block with internal transactions, and absent once all are traced', async () => {
    const { deps, table } = await depsWith({ cursors: { 31337: { ...upAtHead, start: 100 } }, traced: { 31337: 108 } });
    const job = newJobItem('31337', { from: 0, to: 150, startedAt: 1, fence: 0 });
    const shownNow = async (fields: object, given = deps) => {
      await table.write([{ put: { ...job, [JOB.next]: 100, ...fields } }]);
      const { body } = await call(handler, given);
      return (body.details as Record<string, { tracedFrom?: number }>)['chain-31337'];
    };
    expect(await shownNow({})).toMatchObject({ tracedFrom: 100 });
    expect(await shownNow({ [JOB.doneAt]: 5, [JOB.tracedFrom]: 40 })).toMatchObject({ tracedFrom: 40 });
    // The node has no state below, so traces start there for good.
    const ended = { [JOB.doneAt]: 5, [JOB.tracesEndedAt]: 6 };
    expect(await shownNow({ ...ended, [JOB.tracedFrom]: 40 })).toMatchObject({ tracedFrom: 40 });
    const all = await shownNow({ ...ended, [JOB.tracedFrom]: 0 });
    expect(all).toHaveProperty('tracedBlock', 108);
    expect(all).not.toHaveProperty('tracedFrom');
    const untraced = { ...deps, Cursor: { ...deps.Cursor, traceCursors: async () => new Map() } };
    expect(await shownNow({}, untraced)).not.toHaveProperty('tracedFrom');
  });
  test('blocks in a rollback no longer count as indexed', async () => {
    const { body } = await health({
      ...upAtHead,
      pending: { kind: 'rollback', blocks: [{ number: 109, hash: hash(9) }] },
    });
    expect(body.details).toMatchObject({ 'chain-31337': { indexedBlock: 108, lagBlocks: 2 } });
  });
  test.each([
    [
      'is halted',
      { halted: true, lastError: 'a reorg deeper than 64 blocks' },
      { message: 'a reorg deeper than 64 blocks', halted: true },
    ],
    ['has a node that is down', { lastError: 'the node does not answer' }, { message: 'the node does not answer' }],
    ['has no running indexer', { polledAt: NOW - 120_000 }, { message: 'its indexer has not run for two minutes' }],
  ])('the status is error, with the reason, when a chain %s', async (_, fields, why) => {
    const { status, body } = await health({ ...upAtHead, ...fields });
    const down = { 'chain-31337': expect.objectContaining({ status: 'down', ...why }) };
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'error', info: { database: { status: 'up' } }, error: down, details: down });
    expect(body.info).not.toHaveProperty('chain-31337');
  });
  test('a chain that was never indexed is reported as down', async () => {
    const { deps } = await depsWith();
    const { body } = await call(handler, deps);
    const message = 'not indexed yet: the indexer has not reached its node';
    expect(body.error).toEqual({ 'chain-31337': { status: 'down', chainName: 'Test', message } });
  });
  test('dead letters are not an error, and name the command that lists them', async () => {
    const { deps } = await depsWith({ chains: [] });
    const { status, body } = await call(handler, { ...deps, deadLetters: { count: async () => 3 } });
    const message = 'messages failed repeatedly: run `npm run cli -- dead-letters list`';
    expect([status, body.status, body.details]).toMatchObject([
      ...[200, 'ok'],
      { queues: { status: 'up', deadLetters: 3, message } },
    ]);
  });
  test('an unreadable dead-letter queue is down, and everything else is still reported', async () => {
    const { deps } = await depsWith({ cursors: { 31337: upAtHead } });
    const count = () => Promise.reject(new Error('planted'));
    const { status, body } = await withMutedErrors(() => call(handler, { ...deps, deadLetters: { count } }));
    expect([status, body.status, body.details]).toMatchObject([
      ...[200, 'error'],
      { queues: { status: 'down', message: 'the dead-letter queue could not be read' }, 'chain-31337': shown },
    ]);
  });
  describe('the health of a P-Chain', () => {
    test('a P-Chain reports the last answer of its node, or the reason for having none', async () => {
      const { deps, table } = await depsWith({
        chains: [],
        pChains: ['mainnet', 'fuji', 'local'].map((network) => aPChain(network)),
      });
      const { settle } = nodeHeadWriter(table);
      await settle('mainnet', 0, { head: { answeredAt: NOW - 2_000, height: '7', feeState: { result: '{}' } } });
      await settle('fuji', 0, { failed: { at: NOW - 2_000, message: 'the node does not answer' } });
      const { status, body } = await call(handler, deps);
      const up = { status: 'up', network: 'mainnet', height: 7, answeredAt: (NOW - 2_000) / 1_000 };
      const down = (network: string, message: string) => ({ status: 'down', network, message });
      const error = {
        'p-chain-fuji': down('fuji', 'the node does not answer'),
        'p-chain-local': down('local', 'the node has not been polled yet'),
      };
      const info = { database: { status: 'up' }, queues: NO_DEAD_LETTERS, 'p-chain-mainnet': up };
      expect([status, body]).toEqual([200, { status: 'error', info, error, details: { ...info, ...error } }]);
    });
    test('the service is ok if every P-Chain node answers', async () => {
      const { deps, table } = await depsWith({ chains: [], pChains: [aPChain('mainnet')] });
      await nodeHeadWriter(table).settle('mainnet', 0, { head: { answeredAt: NOW, feeState: { result: '{}' } } });
      expect((await call(handler, deps)).body).toMatchObject({ status: 'ok', error: {} });
    });
    describe('the index of a P-Chain', () => {
      const indexed = async (cursor = upAtHead, problem?: string, startBlock: 0 | 'head' = 'head') => {
        const pChains = [aPChain('mainnet', { index: true, startBlock })];
        const { deps, table } = await depsWith({ chains: [], pChains, cursors: { 'p-chain-mainnet': cursor } });
        await nodeHeadWriter(table).settle('mainnet', 0, { head: { answeredAt: NOW, feeState: { result: '{}' } } });
        await networkWriter(table).check('mainnet', { height: 90, at: NOW, ...(problem ? { problem } : {}) });
        const { details } = (await call(handler, deps)).body;
        return (details as Record<string, unknown>)['p-chain-mainnet'];
      };
      test('an indexed P-Chain reports its progress beside the last answer of its node', async () => {
        const { chainName: _, finalized: __, ...index } = shown;
        const at = { network: 'mainnet', answeredAt: NOW / 1_000, finalized: 110, stateComparedAt: 90 };
        expect(await indexed()).toEqual({ ...index, ...at, seededAt: 3 });
        const { seededAt: _none, ...complete } = { ...index, ...at, seededAt: 3, startBlock: 0 };
        expect(await indexed({ ...upAtHead, start: 0 })).toEqual(complete);
      });
      test('a startBlock of 0 is reported as ignored when the index began later', async () => {
        expect(await indexed(upAtHead, undefined, 0)).toMatchObject({
          status: 'up',
          message: expect.stringMatching(
            /^startBlock is 0, but the index starts at block 3 and .* set startBlock to head, or /,
          ),
        });
        expect(await indexed({ ...upAtHead, start: 0 }, undefined, 0)).not.toHaveProperty('message');
      });
      test('an indexed P-Chain is down when its state differs from the node', async () => {
        expect(await indexed(upAtHead, 'the supply is 1 here and 2 at the node, at block 90')).toMatchObject({
          status: 'down',
          message: "the indexed state differs from the node's: the supply is 1 here and 2 at the node, at block 90",
        });
      });
      test('an indexed P-Chain is down, with the error, when its indexer has stopped', async () => {
        expect(
          await indexed({ ...upAtHead, lastError: 'the node is not of mainnet: its asset is another' }),
        ).toMatchObject({
          status: 'down',
          message: 'the node is not of mainnet: its asset is another',
        });
      });
    });
  });
  test('an unreadable table is down, and the chains are left out', async () => {
    await withMutedErrors(async () => {
      const { status, body } = await call(handler, await brokenDeps('secret-table-name'));
      expect([status, body.status]).toEqual([200, 'error']);
      expect(body.error).toEqual({
        database: { status: 'down', message: 'the table could not be read, so the state of the chains is unknown' },
      });
      expect(Object.keys(body.details as object)).toEqual(['database', 'queues']);
    });
  });

  describe('the health check with maxLagSeconds', () => {
    const chains = [aChain(), aChain({ chainId: '7' }), aChain({ chainId: '9', index: false })];
    const late = { ...upAtHead, number: 100, time: upAtHead.headTime - 40 };
    const judge = async (query: Record<string, string>, cursors = { 31337: late, 7: upAtHead }) => {
      const { deps } = await depsWith({ chains, cursors });
      return call(handler, deps, { query });
    };
    test.each([
      ['a lag above the limit gets 503', { maxLagSeconds: '39' }, 503],
      ['a lag at the limit gets 200', { maxLagSeconds: '40' }, 200],
      ['a lag of the requested chain above the limit gets 503', { maxLagSeconds: '39', chainId: '31337' }, 503],
      ['a lag of a chain that was not requested is ignored', { maxLagSeconds: '39', chainId: '7' }, 200],
    ])('%s', async (_, query, expected) => {
      const { status, body } = await judge(query);
      expect(status).toBe(expected);
      expect(body).toEqual((await judge({})).body);
    });
    test('a chain that is down gets 503 for any limit', async () => {
      const down = { ...upAtHead, lastError: 'the node does not answer' };
      expect((await judge({ maxLagSeconds: '86400' }, { 31337: down, 7: upAtHead })).status).toBe(503);
    });
    test('a chain at its head that was not polled within the limit gets 503', async () => {
      const silent = { ...upAtHead, polledAt: NOW - 100_000 };
      expect((await judge({ maxLagSeconds: '95' }, { 31337: silent, 7: upAtHead })).status).toBe(503);
      expect((await judge({ maxLagSeconds: '101' }, { 31337: silent, 7: upAtHead })).status).toBe(200);
    });
    test('an unreadable table gets 503', async () => {
      const broken = await brokenDeps('secret-table-name');
      await withMutedErrors(async () =>
        expect((await call(handler, broken, { query: { maxLagSeconds: '30' } })).status).toBe(503),
      );
    });
    test.each([
      ['chainId without maxLagSeconds gets 400', { chainId: '7' }, 400, 'chainId: requires maxLagSeconds'],
      ['an unknown chain gets 404', { chainId: '8', maxLagSeconds: '5' }, 404, 'chain 8 was not found'],
      [
        'a chain without an index gets 404',
        { chainId: '9', maxLagSeconds: '5' },
        404,
        'an index of chain 9 was not found',
      ],
    ])('%s', async (_, query, expected, message) => {
      const { status, body } = await judge(query as Record<string, string>);
      expect([status, body.message]).toEqual([expected, message]);
    });
  });
});
