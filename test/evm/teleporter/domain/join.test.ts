import * as fc from 'fast-check';
import { joinMessage, type TeleporterMessage } from '../../../../lambdas/evm/teleporter/domain/join';
import { runs } from '../../../support/full';
import { address, hash } from '../../../support/make/blocks';
import { NO_CONTENTS } from '../../../support/make/teleporter';
import * as lives from '../../../support/make/teleporter-lives';

const { A_LIFE, DESTINATION, getLife, SOURCE, STEPS, someLife, someSteps } = lives;
type Step = lives.Step;

const joined = (steps: Iterable<Step>, life = A_LIFE) => joinMessage([...steps].map((step) => life[step]));
const transaction = (step: Step) => {
  const at = STEPS.indexOf(step);
  const { chainId } = A_LIFE[step];
  return { chainId, txHash: hash(7_000 + at), time: 1_700_000_000 + at, gasSpent: String(100_000 + at) };
};
const fee = (amount: string) => ({ token: address(0xfe), amount });

/** The expected state for a set of known steps. */
function expected(known: ReadonlySet<Step>): object | undefined {
  const sent = known.has('send') ? 'send' : known.has('resend') ? 'resend' : undefined;
  const received = known.has('receive');
  if (!sent && !received) return undefined;
  const amount = known.has('addMore')
    ? '40'
    : known.has('add')
      ? '25'
      : sent
        ? { send: '10', resend: '25' }[sent]
        : known.has('receipt')
          ? '40'
          : undefined;
  const { messageId } = A_LIFE.send;
  return {
    network: 'mainnet',
    ...{ ...NO_CONTENTS, to: address(0xb0), data: '0xabcdef', messageId, messenger: A_LIFE.send.messenger },
    ...{ sourceBlockchainId: SOURCE.blockchainId, destinationBlockchainId: DESTINATION.blockchainId },
    status: sent ? (received ? 'delivered' : 'pending') : 'delivered_source_not_indexed',
    ...{ messageExecuted: known.has('execute'), receiptDelivered: known.has('receipt') },
    ...(amount ? { reward: paid(amount) } : {}),
    ...(sent ? { source: transaction(sent) } : {}),
    ...(received
      ? { destination: { ...transaction('receive'), deliverer: address(0xde), rewardRedeemer: address(0xee) } }
      : {}),
    sortTime: transaction(sent ?? 'receive').time,
  };
}

/** The reward as a message shows it. */
const paid = (amount: string) => ({ ...fee(amount), chainId: SOURCE.chainId });

describe('joinMessage', () => {
  test.each<[string, readonly Step[], Partial<TeleporterMessage> | undefined]>([
    [
      'a sent message is pending with its reward',
      ['send'],
      { status: 'pending', messageExecuted: false, receiptDelivered: false, reward: paid('10') },
    ],
    [
      'a message sent twice keeps the reward of the first send',
      ['send', 'resend'],
      { status: 'pending', reward: paid('10'), sortTime: 1_700_000_000 },
    ],
    ['a raised fee replaces the reward', ['send', 'add'], { status: 'pending', reward: paid('25') }],
    [
      'the last of two raised fees replaces the reward',
      ['send', 'add', 'addMore'],
      { status: 'pending', reward: paid('40') },
    ],
    [
      'a received message that is not executed yet is delivered',
      ['send', 'receive'],
      { status: 'delivered', messageExecuted: false },
    ],
    [
      'a received message with a failed execution is delivered',
      ['send', 'receive', 'fail'],
      { status: 'delivered', messageExecuted: false },
    ],
    [
      'a message executed after a failure is executed',
      ['send', 'receive', 'fail', 'execute'],
      { status: 'delivered', messageExecuted: true },
    ],
    [
      'an acknowledged message has its receipt delivered',
      ['send', 'receive', 'execute', 'receipt'],
      { status: 'delivered', receiptDelivered: true },
    ],
    [
      'a message without an indexed send is delivered_source_not_indexed',
      ['receive', 'execute'],
      { status: 'delivered_source_not_indexed', messageExecuted: true },
    ],
    [
      'an acknowledged message with an unindexed destination is pending',
      ['send', 'receipt'],
      { status: 'pending', receiptDelivered: true },
    ],
    ['an execution alone makes no message', ['execute'], undefined],
    ['a failed execution alone makes no message', ['fail'], undefined],
    ['a receipt alone makes no message', ['receipt'], undefined],
    ['raised fees alone make no message', ['add', 'addMore'], undefined],
  ])('%s', (_, steps, fields) => {
    expect(joined(steps)).toEqual(expected(new Set(steps)));
    if (fields) expect(joined(steps)).toMatchObject(fields);
    else expect(joined(steps)).toBeUndefined();
  });

  test('each of the 256 sets of steps yields its expected state in either order', () => {
    for (let set = 0; set < 2 ** STEPS.length; set++) {
      const steps = STEPS.filter((_, i) => (set >> i) & 1);
      expect([steps, joined(steps)]).toEqual([steps, expected(new Set(steps))]);
      expect([steps, joined(steps.toReversed())]).toEqual([steps, expected(new Set(steps))]);
    }
  });

  test('a message that only carries receipts is delivered and never executed', () => {
    const life = getLife(NO_CONTENTS);
    const fields = { ...NO_CONTENTS, data: '0x', to: address(0), messageExecuted: false };
    expect(joined(['send'], life)).toMatchObject({ status: 'pending', ...fields });
    expect(joined(['receive', 'send'], life)).toMatchObject({ status: 'delivered', ...fields });
  });

  test('the reward is the fee of the last log by block number and log index', () => {
    const raised = ([blockNumber, logIndex, amount]: readonly [number, number, string]) => {
      if (A_LIFE.add.name !== 'AddFeeAmount') throw new Error('not a raised fee');
      return { ...A_LIFE.add, blockNumber, logIndex, fee: fee(amount) };
    };
    const order = [
      [999, 12, '1'],
      [1_000, 9, '2'],
      [1_000, 10, '3'],
    ] as const;
    for (const count of [1, 2, 3]) {
      const known = order.slice(0, count).map(raised);
      for (const events of [known, known.toReversed()])
        expect(joinMessage([A_LIFE.send, ...events])?.reward).toEqual(paid(String(count)));
    }
  });

  test('an empty list of events makes no message', () => expect(joinMessage([])).toBeUndefined());

  test('the message does not depend on the order or repetition of events', () => {
    void fc.assert(
      fc.property(someLife, someSteps, (life, steps) => {
        const once = STEPS.filter((step) => steps.includes(step));
        expect(joined(steps, life)).toEqual(joined(once, life));
      }),
      runs(200),
    );
  });

  test('further events never remove a known fact', () => {
    void fc.assert(
      fc.property(someLife, someSteps, someSteps, (life, some, more) => {
        const [before, after] = [joined(some, life), joined([...some, ...more], life)];
        if (!before) return;
        const { status, source, sortTime, reward, messageExecuted, receiptDelivered, ...lasting } = {
          source: undefined,
          ...before,
        };
        expect(after).toMatchObject(lasting);
        if (source) expect(after?.sortTime).toBeLessThanOrEqual(sortTime);
        const has = { messageExecuted, receiptDelivered };
        for (const [field, known] of Object.entries(has)) if (known) expect(after).toHaveProperty(field, true);
        for (const [field, known] of Object.entries({ source, reward })) if (known) expect(after).toHaveProperty(field);
        if (status === 'delivered') expect(after?.status).toBe(status);
      }),
      runs(200),
    );
  });
});
