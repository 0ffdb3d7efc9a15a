import {
  disable,
  enable,
  getDetails,
  getStates,
  getWebhook,
  getWebhooks,
  replayAll,
} from '../../bin/cli/webhook-actions';
import type { Delivery } from '../../lambdas/webhooks/contract/messages';
import { createOutbox } from '../../lambdas/webhooks/rows/outbox';
import { createPendingWebhooks } from '../../lambdas/webhooks/rows/pending-webhooks';
import { aSender } from '../support/endpoints/sender';
import { aWebhook, CHAIN, OTHER, PRO, webhookWorld } from '../support/endpoints/webhooks';
import { address } from '../support/make/blocks';

const OWNER = PRO.ownerId;
const ALL = { fromBlock: 0, from: 0 };

/** A webhook with delivered messages, every fourth of them failed. */
async function delivered(count: number) {
  const { deps, table } = await webhookWorld();
  const { id } = await aWebhook(deps);
  for (let block = 1; block <= count; block++) {
    const digest = String(block).padStart(32, '0');
    const message = { webhook: id, owner: OWNER, block, tx: 0, digest, kind: 'added', createdAt: block } as const;
    await deps.write.Message.create([{ message }], block);
    const found = await deps.Message.find(message);
    const outcome = { status: block % 4 === 0 ? 'failed' : 'delivered', attempt: { at: 9, latencyMs: 1 } } as const;
    if (found) await deps.write.Message.settle(found, outcome);
  }
  await createOutbox(table).remove((await createOutbox(table).next(id, 1e15, 10_000, false)).due);
  return { deps, table, id, webhook: await getWebhook(table, OWNER, id) };
}

describe('the webhooks of an owner', () => {
  test('all webhooks of the owner are listed over several pages, oldest first, and no others', async () => {
    const { deps, table } = await webhookWorld();
    const made = [];
    for (let i = 0; i < 103; i++) made.push((await aWebhook(deps)).id);
    await aWebhook(deps, {}, OTHER);
    // Created within a millisecond, so sorted by ID.
    expect((await getWebhooks(table, OWNER)).map(({ id }) => id)).toEqual(made.toSorted());
    expect(await getWebhooks(table, 'nobody')).toEqual([]);
    await expect(getWebhooks(table, 'No One')).rejects.toThrow('invalid owner No One: must be');
  });
  test.each(['nothing', 'a#b', ''])('an unknown ID is an error that names the list command: %s', async (id) => {
    const { table } = await webhookWorld();
    await expect(getWebhook(table, OWNER, id)).rejects.toThrow(
      `webhook ${id} of team-1 not found: \`webhooks list --owner team-1\` shows the ids`,
    );
  });
  test('a webhook of another owner is not found', async () => {
    const { deps, table } = await webhookWorld();
    const { id } = await aWebhook(deps);
    await expect(getWebhook(table, OTHER.ownerId, id)).rejects.toThrow('of team-2 not found');
  });
  test('the details have the receiver health, the newest messages by status and the next attempt', async () => {
    const { deliver, create, table, ref, state } = await aSender(() => ({ statusCode: 500 }));
    const webhook = await getWebhook(table, OWNER, ref.webhook);
    expect(await getDetails(table, webhook, state.now)).toMatchObject({ nextTryAt: state.now, newest: { pending: 1 } });
    await create([1, 2, 3, 4, 5, 6]);
    await deliver();
    const [listed] = await getStates(table, [webhook]);
    expect(listed).toMatchObject({ isPending: true, health: { failures: 5, since: state.now } });
    const details = await getDetails(table, webhook, state.now);
    // The receiver is dead: it is probed in a minute, although messages are due now.
    expect(details).toMatchObject({ addresses: 1, newest: { pending: 7 }, nextTryAt: state.now + 60_000 });
  });
  test('the details of a healthy receiver count its newest hundred messages, with no next attempt', async () => {
    const { table, webhook } = await delivered(120);
    const { newest, isPending, ...rest } = await getDetails(table, webhook, 1e12);
    // The twenty oldest, five of them failed, are left out.
    expect([newest, rest.health.failures, 'nextTryAt' in rest]).toEqual([{ delivered: 75, failed: 25 }, 0, false]);
  });
});

describe('disabling a webhook', () => {
  test('a disabled webhook shows the reason, is not matched, and loses its queued replays', async () => {
    const { table, deps, webhook } = await delivered(3);
    await replayAll(table, webhook, ALL, () => undefined);
    expect(await disable(table, webhook, 'sends to a stranger')).toBe(true);
    expect(await deps.Webhook.find(OWNER, webhook.id)).toMatchObject({
      active: false,
      disabledReason: 'sends to a stranger',
    });
    expect(await deps.Subscription.of(CHAIN, address(1))).toEqual([]);
    expect((await createOutbox(table).next(webhook.id, 1e15, 10, true)).due).toEqual([]);
    // It keeps its addresses, so that it can be enabled again.
    expect(await deps.WatchedAddresses.of(webhook.id)).toEqual([address(1)]);
  });
  test('a webhook that is already disabled keeps its reason', async () => {
    const { table, deps, webhook } = await delivered(0);
    await disable(table, webhook, 'first');
    expect(await disable(table, await getWebhook(table, OWNER, webhook.id), 'second')).toBe(false);
    expect((await deps.Webhook.find(OWNER, webhook.id))?.disabledReason).toBe('first');
  });
});

describe('enabling a webhook', () => {
  test('enabling an active webhook is a no-op, and one of a chain without blocks is an error', async () => {
    const { table, webhook } = await delivered(0);
    expect(await enable(table, webhook)).toBe(false);
    await disable(table, webhook, 'off');
    const off = await getWebhook(table, OWNER, webhook.id);
    await expect(enable(table, off)).rejects.toThrow(`chain ${CHAIN} has no indexed blocks yet`);
  });
});

describe('an operator’s replay', () => {
  test('a replay ignores the limit, reports its progress, and is found by the next sweep', async () => {
    const { table, deps, webhook } = await delivered(1_003);
    const steps: unknown[] = [];
    expect(await replayAll(table, webhook, ALL, (queued, block) => steps.push([queued, block]))).toBe(1_003);
    expect(steps).toEqual([[1_000, 1_000]]);
    expect(await deps.ReplayCount.left({ owner: OWNER, max: 10 }, Date.now())).toBe(10);
    const due: Delivery[] = [];
    for await (const page of createPendingWebhooks(table).due(Date.now())) due.push(...page);
    expect(due).toEqual([{ webhook: webhook.id, owner: OWNER }]);
    expect((await createOutbox(table).next(webhook.id, 0, 2_000, true)).due).toHaveLength(1_003);
  });
  test('a replay can be limited to failed messages, from a block or since a time', async () => {
    const count = async (range: object) => {
      const { table, webhook } = await delivered(12);
      return replayAll(table, webhook, { ...ALL, ...range }, () => undefined);
    };
    expect(await count({ status: 'failed' })).toBe(3);
    expect(await count({ fromBlock: 5 })).toBe(8);
    expect(await count({ from: 11 })).toBe(2);
  });
});
