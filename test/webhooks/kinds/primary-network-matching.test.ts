import { handler as messages } from '../../../lambdas/webhooks/api/list-webhook-messages';
import { handler as test_ } from '../../../lambdas/webhooks/api/test-webhook';
import { handler as update } from '../../../lambdas/webhooks/api/update-webhook';
import { deliver } from '../../../lambdas/webhooks/delivery/deliver';
import { createKinds } from '../../../lambdas/webhooks/kinds/kinds';
import { call } from '../../support/endpoints/call';
import { aRun, senderDeps } from '../../support/endpoints/sender';
import { PRO } from '../../support/endpoints/webhooks';
import { some } from '../../support/full';
import { muteLog } from '../../support/mute-log';
import { expectedChanges } from '../../support/pchain/expected/address-events';
import { expectedBalance } from '../../support/pchain/expected/balances';
import { getNetwork } from '../../support/pchain/expected/network';
import { ownersIn } from '../../support/pchain/expected/owned-utxos';
import { expectedValidatorEvents, l1BalancesAt, recordedSteps } from '../../support/pchain/expected/validator-events';
import { CHAIN } from '../../support/pchain/indexed';
import { RECORDINGS, RecordedNetwork } from '../../support/pchain/recorded';
import { pChainWebhooks, type Sent } from '../../support/pchain/webhooks';
import { indexedTo } from '../../support/pchain/world';

muteLog();

const [PATH] = RECORDINGS;
const network = getNetwork(new RecordedNetwork(PATH).recording);
const EVENTS = expectedValidatorEvents(network);
const HEIGHTS = network.blocks.map(({ height }) => Number(height)).filter((height) => height > 0);

let indexed: ReturnType<typeof indexedTo> | undefined;

/** Runs with webhooks that watch from after a block, and disables them: all tests share one fully indexed network. */
async function withWebhooks<T>(at: number, run: (webhooks: Webhooks) => Promise<T>): Promise<T> {
  indexed ??= indexedTo(PATH);
  const net = await indexed;
  const webhooks = await pChainWebhooks(net, at);
  try {
    return await run(webhooks);
  } finally {
    await webhooks.turnOff();
  }
}
type Webhooks = Awaited<ReturnType<typeof pChainWebhooks>>;

async function sentFor(
  webhooks: Webhooks,
  heights: readonly number[] = HEIGHTS,
): Promise<(Sent & { height: number })[]> {
  const sent: (Sent & { height: number })[] = [];
  for (const height of heights)
    for (const message of await webhooks.matchAndSend(height)) sent.push({ ...message, height });
  return sent;
}

const avaxIn = (owners: readonly string[], height: number): bigint => {
  const block = network.blocks[height];
  if (!block) throw new Error(`no block ${height}`);
  const moment = { height, time: network.getTime(block) };
  const { unlockedUnstaked } = expectedBalance(network.recording, owners, moment, network.last);
  return BigInt(unlockedUnstaked.find(({ assetId }) => assetId === network.avaxAssetId)?.amount ?? 0);
};

describe('balance thresholds', () => {
  test('a webhook receives one event per block in which the total balance of its addresses falls below its threshold', async () => {
    const owners = ownersIn(network);
    const changes = expectedChanges(network);
    const groups = [...owners.map((one) => [one]), owners.slice(0, 3)];
    await withWebhooks(0, async (webhooks) => {
      const watching = new Map<string, { group: readonly string[]; threshold: bigint }>();
      for (const group of groups) {
        const amounts = HEIGHTS.map((height) => avaxIn(group, height)).toSorted((a, b) => (a < b ? -1 : 1));
        for (const at of some([0.2, 0.5, 0.8], 2)) {
          const threshold = amounts[Math.floor(at * amounts.length)] ?? 0n;
          if (threshold === 0n) continue;
          const filter = { balanceType: 'unlockedUnstaked', balanceThreshold: String(threshold) };
          const more = { balanceThresholdFilter: filter };
          watching.set(await webhooks.watchAddresses(group, ['balance_threshold'], more), { group, threshold });
        }
      }
      const sent = (await sentFor(webhooks)).map(({ webhookId, height, event }) => {
        const { group = [], threshold } = watching.get(webhookId) ?? {};
        const { previousBalance, balance } = event.threshold ?? {};
        expect(event).toMatchObject({
          eventType: 'balance_threshold',
          threshold: { balanceThreshold: `${threshold}` },
        });
        expect(event).not.toHaveProperty('balances');
        return `${height} ${group.join()} ${threshold} ${previousBalance} ${balance}`;
      });
      const expected = [...watching.values()].flatMap(({ group, threshold }) =>
        HEIGHTS.flatMap((height) => {
          // A lock that expires is reported with the next transaction.
          if (!changes.some((one) => one.height === height && group.includes(one.address))) return [];
          const [before, after] = [avaxIn(group, height - 1), avaxIn(group, height)];
          return before >= threshold && after < threshold
            ? [`${height} ${group.join()} ${threshold} ${before} ${after}`]
            : [];
        }),
      );
      expect(sent.toSorted()).toEqual(expected.toSorted());
      expect(sent.length).toBeGreaterThan(10);
    });
  });
});

describe('P-Chain webhooks', () => {
  const l1 = EVENTS.filter(({ validationId }) => validationId !== undefined);

  test('a node webhook can be narrowed to subnets, and a subnet webhook to nodes', async () => {
    const stakes = EVENTS.filter(({ name }) => name === 'validator_stake');
    const [{ nodeId, subnetId }] = l1 as [(typeof l1)[number]];
    await withWebhooks(0, async (webhooks) => {
      const both = { nodeIds: [nodeId], subnetIds: [subnetId] };
      await webhooks.watchValidators(subnetId, ['validator_stake'], both);
      const received = (await sentFor(webhooks)).map(({ event }) => event.transaction?.txHash);
      const own = stakes.filter((one) => one.nodeId === nodeId && one.subnetId === subnetId);
      expect(received).toEqual(own.map(({ txHash }) => txHash));
      expect(own.length).toBeGreaterThan(0);
      expect(own.length).toBeLessThan(stakes.filter((one) => one.subnetId === subnetId).length);
      const other = EVENTS.find((one) => one.subnetId !== subnetId)?.subnetId ?? '';
      const [same, none] = [
        await webhooks.watchValidators(nodeId, ['validator_stake'], { subnetIds: [subnetId] }),
        await webhooks.watchValidators(nodeId, ['validator_stake'], { subnetIds: [other] }),
      ];
      const again = await sentFor(webhooks);
      expect(again.filter(({ webhookId }) => webhookId === same)).toHaveLength(own.length);
      expect(again.filter(({ webhookId }) => webhookId === none)).toEqual([]);
    });
  });

  test('a webhook receives nothing from blocks up to its registration or after it is disabled', async () => {
    const { subnetId } = l1[0] ?? { subnetId: '' };
    const own = l1.filter((one) => one.name === 'validator_stake' && one.subnetId === subnetId);
    const [first] = own;
    const at = first?.height ?? 0;
    await withWebhooks(at, async (webhooks) => {
      const id = await webhooks.watchValidators(subnetId, ['validator_stake']);
      const sent = await sentFor(webhooks);
      expect(sent.map(({ height }) => height)).toEqual(own.map((one) => one.height).filter((height) => height > at));
      expect(sent.length).toBeGreaterThan(0);
      await call(update, webhooks.deps, { params: { id }, body: { status: 'inactive' }, caller: PRO });
      expect(await sentFor(webhooks)).toEqual([]);
    });
  });

  test('a block matched twice sends its message once, and the message is listed with CB58 IDs', async () => {
    const [change] = expectedChanges(network);
    const { address, height, txHash } = change as NonNullable<typeof change>;
    await withWebhooks(0, async (webhooks) => {
      const id = await webhooks.watchAddresses([address], ['balance_change']);
      const [first, again] = [await webhooks.matchAndSend(height), await webhooks.matchAndSend(height)];
      expect([first.length, again]).toEqual([1, []]);
      const { body } = await call(messages, webhooks.deps, { params: { id }, query: {}, caller: PRO });
      expect(body.messages).toMatchObject([
        {
          ...{ messageId: first[0]?.messageId, status: 'delivered', kind: 'added', txHash },
          ...{ blockNumber: String(height), blockHash: network.blocks[height]?.id },
        },
      ]);
    });
  });

  test('a message without a transaction is listed without txHash', async () => {
    const [dry] = l1.filter(({ name, txHash }) => name === 'l1_validator_disabled' && txHash === undefined);
    const { nodeId, height } = dry ?? { nodeId: '', height: 0 };
    await withWebhooks(0, async (webhooks) => {
      const id = await webhooks.watchValidators(nodeId, ['l1_validator_disabled']);
      expect(await webhooks.matchAndSend(height)).toHaveLength(1);
      const { body } = await call(messages, webhooks.deps, { params: { id }, query: {}, caller: PRO });
      const [message] = body.messages as Record<string, unknown>[];
      expect(message).toMatchObject({ blockHash: network.blocks[height]?.id });
      expect(message).not.toHaveProperty('txHash');
    });
  });

  test.each([
    ['addresses', (one: Webhooks) => one.watchAddresses(ownersIn(network).slice(0, 2), ['reward_distribution'])],
    ['validators', (one: Webhooks) => one.watchValidators(EVENTS[0]?.nodeId ?? '', ['delegator_stake'])],
  ])('a webhook of %s sends a test message of its own kind', async (_, register) => {
    await withWebhooks(0, async (webhooks) => {
      const id = await register(webhooks);
      await call(test_, webhooks.deps, { params: { id }, caller: PRO });
      const { deps, table } = webhooks;
      const { own, posted } = senderDeps(deps, table, () => ({ statusCode: 200 }), { now: deps.now() });
      const kinds = createKinds({
        table,
        bucket: 'none',
        chains: [],
        contractVersion: deps.contractVersion,
        now: deps.now,
      });
      await deliver({ ...own, kinds }, { webhook: id, owner: PRO.ownerId }, aRun(own));
      const [body] = posted.map((one) => JSON.parse(one.body) as Sent);
      expect(body).toMatchObject({
        ...{ webhookId: id, messageId: expect.stringMatching(/^test_/) },
        event: { network: 'recorded', chainId: 'p-chain', transaction: { consumedUtxos: [] } },
      });
    });
  });

  test('an unwatched block costs at most two requests, and only the kind of the webhook watches its chain', async () => {
    const net = await indexedTo(PATH);
    const webhooks = await pChainWebhooks(net, 0);
    await sentFor(webhooks, HEIGHTS.slice(0, 1));
    const { meter } = webhooks.table;
    const before = meter.requests;
    for (const height of HEIGHTS.slice(1, 21)) await webhooks.matchAndSend(height);
    // Each of the two kinds also checks whether the chain is watched, to release waiting messages.
    expect(meter.requests - before).toBeLessThanOrEqual(20 * 2);
    const { contractVersion, now } = webhooks.deps;
    const kinds = createKinds({ table: webhooks.table, bucket: 'none', chains: [], contractVersion, now });
    await webhooks.watchAddresses(ownersIn(network), ['balance_change']);
    const [event] = net.events;
    const block = {
      ...{ chain: CHAIN, number: 1, hash: event?.hash ?? '', incarnation: 1, epoch: 0 },
      transactions: 1,
    };
    const watching = await Promise.all(kinds.map(async (kind) => [kind.eventType, await kind.isWatched(block.chain)]));
    expect(watching).toEqual([
      ['address_activity', false],
      ['teleporter_message', false],
      ['primary_network_address_activity', true],
      ['validator_activity', false],
    ]);
  });
});

describe('L1 validator balance thresholds', () => {
  const VALIDATIONS = EVENTS.filter((one) => one.validationId && one.name === 'validator_stake');
  const [{ subnetId, height }] = VALIDATIONS as [(typeof VALIDATIONS)[number]];
  const more = { l1ValidatorFeeBalanceThreshold: '1' };

  const isCalm = (at: number) => !EVENTS.some((event) => event.height === at && event.validationId !== undefined);
  // L1 balances that fall in a block without validator events, after an earlier block added the validator.
  const FALLS = recordedSteps(network).flatMap(({ before, height: at }) =>
    VALIDATIONS.filter((one) => before === at - 1 && isCalm(at) && one.height > 2 && one.height < before).flatMap(
      ({ validationId = '', subnetId: of, height: began }) => {
        const [was = 0, is = 0] = [before, at].map((one) => l1BalancesAt(network, one).get(validationId));
        return was > is && is > 0 ? [{ at, began, of, validationId, was }] : [];
      },
    ),
  );

  test('a threshold costs at most one more request in a block that follows a checked one and has no validator events', async () => {
    await withWebhooks(0, async (webhooks) => {
      await webhooks.watchValidators(subnetId, ['validator_stake']);
      const requestsFor = async (heights: readonly number[]) => {
        const before = webhooks.table.meter.requests;
        const sent = await sentFor(webhooks, heights);
        return { requests: webhooks.table.meter.requests - before, sent };
      };
      const quiet = HEIGHTS.filter((one) => one > height && one < height + 40).filter(
        (one) => !EVENTS.some((event) => event.height === one),
      );
      const consecutive = quiet.filter((one) => quiet.includes(one - 1));
      expect(consecutive.length).toBeGreaterThan(2);
      const [from = 0] = consecutive;
      const without = await requestsFor([from - 1, from]);
      await webhooks.watchValidators(subnetId, ['l1_validator_balance_threshold'], more);
      const first = await requestsFor([from - 1]);
      const next = await requestsFor([from]);
      expect(first.requests).toBeGreaterThan(without.requests);
      expect(next.requests).toBeLessThanOrEqual(without.requests / 2 + 1);
    });
  });

  test('a function that skipped blocks still detects a balance below the threshold', async () => {
    const [{ at, began, of, validationId, was }] = FALLS as [(typeof FALLS)[number]];
    await withWebhooks(0, async (webhooks) => {
      const id = await webhooks.watchValidators(of, ['l1_validator_balance_threshold'], {
        l1ValidatorFeeBalanceThreshold: String(was),
      });
      await webhooks.matchAndSend(began - 1);
      const sent = await webhooks.matchAndSend(at);
      expect(sent.map(({ webhookId, event }) => [webhookId, event.l1Validator?.validationId])).toContainEqual([
        id,
        validationId,
      ]);
    });
  });

  test('a warm function notices a newly registered threshold', async () => {
    const [{ at, of, validationId, was }] = FALLS as [(typeof FALLS)[number]];
    await withWebhooks(0, async (webhooks) => {
      await webhooks.watchValidators(of, ['l1_validator_balance_threshold'], {
        l1ValidatorFeeBalanceThreshold: '18446744073709551615',
      });
      for (const one of [at - 2, at - 1]) await webhooks.matchAndSend(one);
      const id = await webhooks.watchValidators(of, ['l1_validator_balance_threshold'], {
        l1ValidatorFeeBalanceThreshold: String(was),
      });
      const sent = await webhooks.matchAndSend(at);
      expect(sent.map(({ webhookId, event }) => [webhookId, event.l1Validator?.validationId])).toContainEqual([
        id,
        validationId,
      ]);
    });
  });
});
