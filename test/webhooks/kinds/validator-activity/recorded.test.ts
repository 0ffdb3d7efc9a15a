import { some } from '../../../support/full';
import { networkOf } from '../../../support/p-chain/expected/network';
import { expectedTransactions } from '../../../support/p-chain/expected/transactions';
import { allValidations } from '../../../support/p-chain/expected/validations';
import {
  type ExpectedValidatorEvent,
  expectedValidatorEvents,
  l1BalancesAt,
  recordedSteps,
} from '../../../support/p-chain/expected/validator-events';
import { RECORDINGS, RecordedNetwork } from '../../../support/p-chain/recorded';
import { pChainWebhooks, type Sent } from '../../../support/p-chain/webhooks';
import { withNetwork } from '../../../support/p-chain/world';

const HAPPENINGS = [
  ...['validator_stake', 'delegator_stake', 'reward_distribution', 'l1_validator_balance_increased'],
  ...['l1_validator_disabled', 'l1_validator_removed'],
];

/** What is sent to webhooks of a recorded network, which is followed by few blocks at a time. */
const followed = (path: string, register: (webhooks: Webhooks) => Promise<void>, restarts = false) =>
  withNetwork(path, async (net) => {
    await net.followTo(0);
    const webhooks = await pChainWebhooks(net, 0);
    await register(webhooks);
    const sent: { height: number; message: Sent }[] = [];
    for (const to of some(net.recorded.heights.slice(1), 4)) {
      for (const height of await net.followTo(to)) {
        if (restarts) webhooks.restart();
        for (const message of await webhooks.matchAndSend(height)) sent.push({ height, message });
      }
    }
    return sent;
  });
type Webhooks = Awaited<ReturnType<typeof pChainWebhooks>>;

const network = (path: string) => networkOf(new RecordedNetwork(path).recording);

const told = ({ height, message: { event } }: { height: number; message: Sent }): ExpectedValidatorEvent => ({
  ...{ name: event.eventType, height, nodeId: event.nodeId, subnetId: event.subnetId },
  ...(event.transaction ? { txHash: event.transaction.txHash } : {}),
  ...(event.l1Validator ? { validationId: event.l1Validator.validationId } : {}),
});
const inOrder = (events: readonly ExpectedValidatorEvent[]) =>
  events
    .map((one) => JSON.stringify(one, ['height', 'name', 'nodeId', 'subnetId', 'txHash', 'validationId']))
    .toSorted();

describe.each(RECORDINGS)('webhooks of validator_activity: %s', (path) => {
  test('are sent everything that happens to validators of their node, and of their subnet', async () => {
    const found = network(path);
    const expected = expectedValidatorEvents(found);
    const [nodes, subnets] = [new Set(expected.map((one) => one.nodeId)), new Set(expected.map((one) => one.subnetId))];
    const keyOf = new Map<string, string>();
    const sent = await followed(path, async ({ watchValidators }) => {
      for (const key of [...nodes, ...subnets]) keyOf.set(await watchValidators(key, HAPPENINGS), key);
    });
    for (const key of [...nodes, ...subnets]) {
      const own = sent.filter(({ message }) => keyOf.get(message.webhookId) === key).map(told);
      expect(inOrder(own)).toEqual(inOrder(expected.filter((one) => one.nodeId === key || one.subnetId === key)));
    }
    const names = new Set(expected.map(({ name }) => name));
    const missing = path === RECORDINGS[0] ? [] : ['l1_validator_balance_increased', 'l1_validator_removed'];
    expect(HAPPENINGS.filter((name) => !names.has(name))).toEqual(missing);
    const transactions = new Map(expectedTransactions(found.recording).map((one) => [one.txHash, one]));
    for (const { height, message } of sent) {
      const { transaction, blockNumber, rewards, eventType, l1Validator } = message.event;
      expect(blockNumber).toBe(String(height));
      if (!transaction) continue;
      const { rewardTxHash: _later, ...known } = transactions.get(transaction.txHash) ?? {};
      expect(transaction).toMatchObject(known);
      if (eventType === 'reward_distribution')
        expect(rewards).toEqual(transaction.emittedUtxos.filter(({ rewardType }) => rewardType));
      if (l1Validator) expect(transaction.l1ValidatorDetails).toContainEqual(l1Validator);
    }
  });
});

describe('a webhook of validator_activity', () => {
  const path = RECORDINGS[0];

  test.each([
    ['by a warm function', false],
    ['by one that remembers nothing', true],
  ])('is told when balances fall below its threshold, %s', async (_, restarts) => {
    const found = network(path);
    const validations = [...allValidations(found).values()];
    const steps = recordedSteps(found).map((step) => ({
      ...step,
      was: l1BalancesAt(found, step.before),
      is: l1BalancesAt(found, step.height),
    }));
    const seen = steps.flatMap(({ is }) => [...is.values()]).filter((balance) => balance > 0);
    const sorted = [...new Set(seen)].toSorted((a, b) => a - b);
    const thresholds = some([0.01, 0.2, 0.4, 0.6, 0.8, 0.95], 3).map(
      (at) => sorted[Math.floor(at * sorted.length)] ?? 1,
    );
    const watching = new Map<string, { key: string; threshold: number }>();
    const keys = new Set(validations.flatMap(({ nodeId, subnetId }) => [nodeId, subnetId]));
    const sent = await followed(
      path,
      async ({ watchValidators }) => {
        for (const key of keys)
          for (const threshold of thresholds) {
            const more = { l1ValidatorFeeBalanceThreshold: String(threshold) };
            watching.set(await watchValidators(key, ['l1_validator_balance_threshold'], more), { key, threshold });
          }
      },
      restarts,
    );
    const expected = [...watching.values()].flatMap(({ key, threshold }) =>
      steps.flatMap(({ height, was, is }) =>
        validations
          .filter(({ nodeId, subnetId }) => nodeId === key || subnetId === key)
          .flatMap(({ validationId }) => {
            const [before, after] = [was.get(validationId) ?? 0, is.get(validationId) ?? 0];
            // One that was removed has no balance.
            return before >= threshold && after < threshold
              ? [`${height} ${key} ${threshold} ${validationId} ${before} ${after}`]
              : [];
          }),
      ),
    );
    const named = sent.map(({ height, message: { webhookId, event } }) => {
      const { key, threshold } = watching.get(webhookId) ?? {};
      const { previousBalance, balance, balanceThreshold } = event.threshold ?? {};
      expect(balanceThreshold).toBe(String(threshold));
      expect(event.l1Validator?.remainingBalance).toBe(Number(balance));
      return `${height} ${key} ${threshold} ${event.l1Validator?.validationId} ${previousBalance} ${balance}`;
    });
    expect(named.toSorted()).toEqual(expected.toSorted());
    expect(named.length).toBeGreaterThan(20);
  });
});
