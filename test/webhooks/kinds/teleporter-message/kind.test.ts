import type { BlockEvent } from '../../../../lambdas/chain/contract/events';
import { toCb58 } from '../../../../lambdas/core/domain/cb58';
import type { RawBlock } from '../../../../lambdas/evm/domain/rpc';
import { handler as test_ } from '../../../../lambdas/webhooks/api/test-webhook';
import { deliver } from '../../../../lambdas/webhooks/delivery/deliver';
import { teleporterMessageKind } from '../../../../lambdas/webhooks/kinds/teleporter-message/kind';
import { added, removed } from '../../../../lambdas/webhooks/matching/matcher';
import { createWatchedSets } from '../../../../lambdas/webhooks/rows/watched-set';
import { call } from '../../../support/endpoints/call';
import { matcherDeps } from '../../../support/endpoints/matcher';
import { aRun, senderDeps } from '../../../support/endpoints/sender';
import { aWebhook, CHAIN, PRO, webhookWorld } from '../../../support/endpoints/webhooks';
import { evmIndexer, headOver } from '../../../support/follower/evm';
import { address, aRawBlock, hash } from '../../../support/make/blocks';
import { NO_CONTENTS, teleporterLog } from '../../../support/make/teleporter';
import { DESTINATION, getLife, SOURCE, type Step } from '../../../support/make/teleporter-lives';
import { muteLog } from '../../../support/mute-log';

muteLog();

const [HERE, THERE] = [SOURCE.blockchainId, DESTINATION.blockchainId];
const LIFE = getLife({ ...NO_CONTENTS, from: address(0xa1), to: address(0xb1), data: '0xabcdef' });
const messageId = LIFE.send.messageId.slice(2);

/** A service for the chain with this blockchain ID; indexed blocks are matched and sent at once. */
async function service(own = HERE) {
  const { deps, table } = await webhookWorld();
  const indexer = evmIndexer(table);
  const bucket = new Map<string, RawBlock>();
  const watched = createWatchedSets(table);
  const raw = { get: async (_: string, { hash: of }: { hash: string }) => bucket.get(of) as RawBlock };
  const kinds = [teleporterMessageKind({ table, chains: deps.chains, watched, raw })];
  const { own: matcher, sent: queued } = matcherDeps(deps, table, kinds);
  const { own: sender, posted } = senderDeps(deps, table, () => ({ statusCode: 200 }), { now: deps.now() });
  const sent = async () => {
    for (const delivery of queued.splice(0)) await deliver({ ...sender, kinds }, delivery, aRun(sender));
    const bodies = posted.splice(0).map(({ body }) => JSON.parse(body) as { event: Record<string, unknown> });
    const getPlace = ({ event }: (typeof bodies)[number]) => (event.transaction as { logIndex: number }).logIndex;
    return bodies.toSorted((a, b) => getPlace(a) - getPlace(b));
  };
  const getEvent = ({ block }: RawBlock): BlockEvent => ({
    ...{ id: block.hash, chainId: CHAIN, network: 'mainnet', number: Number(block.number), hash: block.hash },
    ...{ parentHash: block.parentHash, timestamp: 0, transactions: 1, incarnation: 1, epoch: 0, raw: '' },
  });
  return {
    deps,
    sent,
    queued,
    /** Indexes a block of one transaction with these logs, and returns the sent messages. */
    async block(number: number, ...steps: readonly Step[]) {
      const logs = steps.map((step) => teleporterLog(LIFE[step]));
      const block = { ...aRawBlock(number, [{ from: 1, to: 2, logs }]), blockchainId: own };
      bucket.set(block.block.hash, block);
      await indexer.apply([block], headOver(table));
      await added(matcher, getEvent(block));
      return sent();
    },
    async remove(number: number) {
      const block = [...bucket.values()].find((one) => Number(one.block.number) === number) as RawBlock;
      await removed(matcher, getEvent(block));
      return sent();
    },
    watch: (metadata: object = {}) => aWebhook(deps, { eventType: 'teleporter_message', metadata }),
  };
}
const getTypes = (bodies: readonly { event: Record<string, unknown> }[]) => bodies.map(({ event }) => event.type);

describe('teleporter_message webhooks', () => {
  test('a sent event has the message, its fee and the position of its log', async () => {
    const { watch, block } = await service();
    const { id } = await watch();
    const [only, ...more] = await block(11, 'send');
    expect(more).toEqual([]);
    expect(only).toEqual({
      webhookId: id,
      eventType: 'teleporter_message',
      messageId: expect.stringMatching(/^msg_0000000011_00000_/) as string,
      sequence: 1,
      event: {
        type: 'sent',
        messageId,
        teleporterContractAddress: '0x253b2784c75e510dD0fF1da844684a1aC0aa5fcf',
        ...{ sourceBlockchainId: toCb58(HERE), destinationBlockchainId: toCb58(THERE) },
        ...{ sourceEvmChainId: CHAIN, destinationEvmChainId: '' },
        transaction: {
          ...{ chainId: CHAIN, blockHash: hash(1_000_011), blockNumber: '11' },
          ...{ txHash: expect.any(String) as string, blockTimestamp: 1_700_000_011, logIndex: 0, gasSpent: '21000' },
        },
        message: {
          ...{ messageNonce: '7', requiredGasLimit: '0', data: 'abcdef' },
          ...{ from: expect.stringMatching(/a1$/i) as string, to: expect.stringMatching(/b1$/i) as string },
          receipts: [{ receivedMessageNonce: '5', relayerRewardAddress: expect.any(String) as string }],
        },
        fee: { address: expect.stringMatching(/fe$/i) as string, value: '10' },
      },
    });
  });
  test('delivery, execution, failure and receipt are sent as separate messages', async () => {
    const there = await service(THERE);
    await there.watch();
    const delivered = await there.block(11, 'receive', 'fail');
    expect(getTypes(delivered)).toEqual(['delivered', 'failed']);
    expect(delivered[0]?.event).toMatchObject({ delivererAddress: expect.stringMatching(/de$/i) as string });
    expect(getTypes(await there.block(12, 'execute'))).toEqual(['executed']);
    const here = await service(HERE);
    await here.watch();
    expect(getTypes(await here.block(11, 'send', 'add', 'receipt'))).toEqual(['sent', 'receipt']);
  });
  test.each<[string, object, unknown[]]>([
    ['of any address', {}, ['delivered', 'executed']],
    ['of the sender', { addresses: [address(0xa1)] }, ['delivered', 'executed']],
    ['of the recipient', { addresses: [address(5), address(0xb1)] }, ['delivered', 'executed']],
    ['of another address', { addresses: [address(5)] }, []],
    ['of one event', { events: ['executed'] }, ['executed']],
    ['of other events', { events: ['sent', 'receipt'] }, []],
    ['from its source', { sourceBlockchainIds: [toCb58(HERE)] }, ['delivered', 'executed']],
    ['from another blockchain', { sourceBlockchainIds: [THERE] }, []],
    ['to its destination', { destinationBlockchainIds: [hash(9), THERE] }, ['delivered', 'executed']],
    ['to another blockchain', { destinationBlockchainIds: [HERE], addresses: [address(0xa1)] }, []],
  ])('a webhook for messages %s receives the matching events', async (_, metadata, types) => {
    const { watch, block } = await service(THERE);
    await watch(metadata);
    expect(getTypes(await block(11, 'receive', 'execute'))).toEqual(types);
  });
  test('an address filter matches later executions and receipts that do not include the address', async () => {
    const there = await service(THERE);
    await there.watch({ addresses: [address(0xb1)], events: ['executed'] });
    await there.block(11, 'receive', 'fail');
    expect(getTypes(await there.block(12, 'execute'))).toEqual(['executed']);
    const here = await service(HERE);
    await here.watch({ addresses: [address(0xa1)], events: ['receipt'] });
    await here.block(11, 'send');
    expect(getTypes(await here.block(12, 'receipt'))).toEqual(['receipt']);
  });
  test('a removed block sends one removal per message, with the ID of that message', async () => {
    const { watch, block, remove } = await service(THERE);
    await watch();
    const sent = await block(11, 'receive', 'execute');
    const gone = await remove(11);
    expect(gone).toEqual(
      sent.map(({ event, ...body }) => ({
        ...body,
        ...{ eventType: 'teleporter_message_removed', sequence: expect.any(Number) as number },
        messageId: expect.not.stringMatching(String((body as { messageId?: string }).messageId)) as string,
        event: { ...event, removes: (body as { messageId?: string }).messageId },
      })),
    );
  });
  test('a webhook matches from the first block after its creation', async () => {
    const { watch, block } = await service();
    await watch();
    // The cursor was at 10.
    expect(await block(10, 'send')).toEqual([]);
    expect(getTypes(await block(11, 'resend'))).toEqual(['sent']);
  });
  test('a webhook sends a test message of its own kind', async () => {
    const { deps, watch, sent, queued } = await service();
    const { id } = await watch();
    const { status } = await call(
      test_,
      { ...deps, queue: { send: async () => undefined } },
      { params: { id }, caller: PRO },
    );
    expect(status).toBe(201);
    queued.push({ webhook: id, owner: PRO.ownerId });
    const [body] = await sent();
    expect(body).toMatchObject({ eventType: 'teleporter_message', event: { type: 'sent', messageId: '0'.repeat(64) } });
  });
});

test('a chain without Teleporter webhooks costs one extra request and no block read', async () => {
  const { deps, table } = await webhookWorld();
  const watched = createWatchedSets(table);
  const get = jest.fn(async () => Promise.reject(new Error('no block is needed')));
  const kind = teleporterMessageKind({ table, chains: deps.chains, watched, raw: { get } });
  await aWebhook(deps, {});
  const before = table.meter.requests;
  const block = { chain: CHAIN, number: 11, hash: hash(11), incarnation: 1, epoch: 0, transactions: 3 };
  await watched.of(CHAIN, block);
  const one = table.meter.requests - before;
  expect(await kind.matches(block, 'added')).toBeUndefined();
  expect([await kind.isWatched(CHAIN), get.mock.calls.length]).toEqual([false, 0]);
  expect(table.meter.requests - before).toBe(one + 1);
});
