import { some } from '../../../support/full';
import { getNetwork } from '../../../support/pchain/expected/network';
import { expectedTransactions } from '../../../support/pchain/expected/transactions';
import { allValidations } from '../../../support/pchain/expected/validations';
import {
  type ExpectedValidatorEvent,
  expectedValidatorEvents,
  l1BalancesAt,
  recordedSteps,
} from '../../../support/pchain/expected/validator-events';
import { indexedNetwork } from '../../../support/pchain/indexed';
import { RECORDINGS, RecordedNetwork } from '../../../support/pchain/recorded';
import { pChainWebhooks, type Sent } from '../../../support/pchain/webhooks';
import { withNetwork } from '../../../support/pchain/world';

const HAPPENINGS = [
  ...['validator_stake', 'delegator_stake', 'reward_distribution', 'l1_validator_balance_increased'],
  ...['l1_validator_disabled', 'l1_validator_removed'],
];

/**
 * The messages to webhooks of a recorded network that is followed a few blocks at a time. `at`: registers them once this
 * block is indexed but not yet matched.
 */
const followed = (path: string, register: (webhooks: Webhooks) => Promise<void>, { restarts = false, at = 0 } = {}) =>
  withNetwork(path, async (net) => {
    await net.followTo(at);
    const webhooks = await pChainWebhooks(net, at);
    await register(webhooks);
    const sent: { height: number; message: Sent }[] = [];
    if (at > 0) expect(await webhooks.matchAndSend(at)).toEqual([]);
    for (const to of some(
      net.recorded.heights.filter((height) => height > at),
      4,
    )) {
      for (const height of await net.followTo(to)) {
        if (restarts) webhooks.restart();
        for (const message of await webhooks.matchAndSend(height)) sent.push({ height, message });
      }
    }
    return sent;
  });
type Webhooks = Awaited<ReturnType<typeof pChainWebhooks>>;

const network = (path: string) => getNetwork(new RecordedNetwork(path).recording);

const toExpected = ({ height, message: { event } }: { height: number; message: Sent }): ExpectedValidatorEvent => ({
  ...{ name: event.eventType, height, nodeId: event.nodeId, subnetId: event.subnetId },
  ...(event.transaction ? { txHash: event.transaction.txHash } : {}),
  ...(event.l1Validator ? { validationId: event.l1Validator.validationId } : {}),
});
const inOrder = (events: readonly ExpectedValidatorEvent[]) =>
  events
    .map((one) => JSON.stringify(one, ['height', 'name', 'nodeId', 'subnetId', 'txHash', 'validationId']))
    .toSorted();

describe.each(RECORDINGS)('validator_activity webhooks of %s', (path) => {
  test('a webhook receives every event of the validators of its node or subnet', async () => {
    const found = network(path);
    const expected = expectedValidatorEvents(found);
    const [nodes, subnets] = [new Set(expected.map((one) => one.nodeId)), new Set(expected.map((one) => one.subnetId))];
    const toKey = new Map<string, string>();
    const sent = await followed(path, async ({ watchValidators }) => {
      for (const key of [...nodes, ...subnets]) toKey.set(await watchValidators(key, HAPPENINGS), key);
    });
    for (const key of [...nodes, ...subnets]) {
      const own = sent.filter(({ message }) => toKey.get(message.webhookId) === key).map(toExpected);
      expect(inOrder(own)).toEqual(inOrder(expected.filter((one) => one.nodeId === key || one.subnetId === key)));
    }
    const names = new Set(expected.map(({ name }) => name));
    const missing = path === RECORDINGS[0] ? [] : ['l1_validator_balance_increased', 'l1_validator_removed'];
    expect(HAPPENINGS.filter((name) => !names.has(name))).toEqual(missing);
    const transactions = new Map(expectedTransactions(found.recording, 'made').map((one) => [one.txHash, one]));
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

describe('L1 balance thresholds of validator_activity webhooks', () => {
  const path = RECORDINGS[0];
  /** Fees of later blocks bring balances below thresholds. */
  const AT = 100;

  test.each([
    ['by a warm function', {}],
    ['by a function without cached state', { restarts: true }],
    ['from the block after the registration', { at: AT }],
  ])(
    'each fall of an L1 balance below the threshold is reported %s',
    async (_, how: { restarts?: boolean; at?: number }) => {
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
        how,
      );
      const expected = [...watching.values()].flatMap(({ key, threshold }) =>
        steps
          .filter(({ height }) => height > (how.at ?? 0))
          .flatMap(({ height, was, is }) =>
            validations
              .filter(({ nodeId, subnetId }) => nodeId === key || subnetId === key)
              .flatMap(({ validationId }) => {
                const [before, after] = [was.get(validationId) ?? 0, is.get(validationId) ?? 0];
                // A removed validator has no balance.
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
      expect(named.length).toBeGreaterThan(how.at ? 5 : 20);
    },
  );

  test('the threshold version is bumped after a threshold webhook is stored', async () => {
    const seen: string[] = [];
    const lookedAt = async (): Promise<string> => / lt=\d+/.exec((await net.items()).join('\n'))?.[0] ?? '';
    const net = await indexedNetwork(path, {
      table: async (call, when) => {
        if (call === 'TransactWriteItems' && when === 'after') seen.push(await lookedAt());
      },
    });
    try {
      await net.followTo(AT);
      const { watchValidators } = await pChainWebhooks(net, AT);
      seen.splice(0);
      const [validation] = allValidations(network(path)).values();
      const threshold = { l1ValidatorFeeBalanceThreshold: '1' };
      await watchValidators(String(validation?.nodeId), ['l1_validator_balance_threshold'], threshold);
      expect([seen.length, seen.includes(await lookedAt())]).toEqual([1, false]);
    } finally {
      await net.stop();
    }
  });
});
