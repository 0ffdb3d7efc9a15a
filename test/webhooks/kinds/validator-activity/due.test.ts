import type { DueEvent } from '../../../../lambdas/chain/contract/events';
import { getCursor } from '../../../../lambdas/chain/follower/cursor-of';
import { nodeIdText } from '../../../../lambdas/pchain/domain/node-id';
import { applyBlock } from '../../../../lambdas/pchain/domain/replay/apply-block';
import type { PChainState } from '../../../../lambdas/pchain/domain/replay/state';
import { createDueValidators } from '../../../../lambdas/pchain/indexer/due-validators';
import { hasDueWebhooks } from '../../../../lambdas/webhooks/rows/shards';
import { testTimer } from '../../../support/follower/timer';
import { expectedL1Validators } from '../../../support/pchain/expected/l1-validators';
import { CHAIN, NETWORK } from '../../../support/pchain/indexed';
import { RECORDINGS, RecordedNetwork, sha256 } from '../../../support/pchain/recorded';
import { pChainWebhooks, type Sent } from '../../../support/pchain/webhooks';
import { withNetwork } from '../../../support/pchain/world';

const [PATH] = RECORDINGS;
/** Two L1 validators have weeks left, one has seconds. */
const HEIGHT = 203;
const DAY = 86_400;
const signal = () => new AbortController().signal;

function stateAt(height: number): PChainState {
  const recorded = new RecordedNetwork(PATH);
  const { rules } = recorded;
  const state = recorded.genesis();
  for (let at = 1; at <= height; at++) applyBlock(state, recorded.block(at), { rules, sha256 });
  return state;
}

class Killed extends Error {}

/** Checks due validators by a clock that starts at the block's time. */
const world = (run: (own: Awaited<ReturnType<typeof open>>) => Promise<void>) =>
  withNetwork(PATH, async (net) => {
    await net.followTo(HEIGHT);
    await run(await open(net));
  });
async function open(net: Parameters<Parameters<typeof withNetwork<void>>[1]>[0]) {
  const state = stateAt(HEIGHT);
  const webhooks = await pChainWebhooks(net, HEIGHT);
  const timer = testTimer(state.time * 1_000);
  const published: DueEvent[] = [];
  let callsLeft = Number.POSITIVE_INFINITY;
  let readUnits = 0;
  const step = async <T>(call: () => Promise<T>): Promise<T> => {
    if (--callsLeft < 0) throw new Killed();
    return call();
  };
  const { validatorFee } = net.recorded.rules;
  const create = () =>
    createDueValidators({
      ...{ chain: CHAIN, network: NETWORK, timer, facts: async () => ({ validatorFee }) },
      isWatched: () => hasDueWebhooks(net.table, CHAIN),
      table: { ...net.table, write: (writes, own) => step(() => net.table.write(writes, own)) },
      snapshots: { ...net.snapshots, putL1: (...all) => step(() => net.snapshots.putL1(...all)) },
      bus: {
        publish: (_kind, events) =>
          step(async () => {
            for (const event of events) published.push(event as DueEvent);
          }),
      },
    });
  let check = create();
  const cursor = await getCursor(net.table, CHAIN);
  if (!cursor) throw new Error('nothing is indexed');
  const deliver = async (): Promise<Sent[]> => {
    const sent: Sent[] = [];
    for (const event of published.splice(0)) {
      sent.push(...(await webhooks.matchDue(JSON.parse(JSON.stringify(event)))));
    }
    return sent;
  };
  return {
    ...{ net, state, webhooks, timer },
    /** The messages of the checks until then, six hours apart. `kill`: how many calls each check makes before it ends. */
    async until(time: number, kill?: () => number): Promise<Sent[]> {
      const sent: Sent[] = [];
      while (timer.now() < time * 1_000) {
        timer.advance(Math.min(DAY * 250, time * 1_000 - timer.now()));
        if (kill) {
          callsLeft = kill();
          await check(state, cursor, signal).catch((error: unknown) => {
            if (!(error instanceof Killed)) throw error;
          });
          callsLeft = Number.POSITIVE_INFINITY;
          check = create();
          timer.advance(60_000);
        }
        const before = net.table.meter.readUnits;
        await check(state, cursor, signal);
        readUnits += net.table.meter.readUnits - before;
        sent.push(...(await deliver()));
      }
      return sent;
    },
    /** Of checks since the last call: a message costs what other messages cost. */
    takeReadUnits(): number {
      const units = readUnits;
      readUnits = 0;
      return units;
    },
  };
}

const l1Validators = () =>
  expectedL1Validators(new RecordedNetwork(PATH).recording, HEIGHT).filter(({ daysLeft = 0 }) => daysLeft > 1);
const shown = ({ event }: Sent) =>
  `${event.l1Validator?.validationId} ${event.runway?.runwayDays} ${event.runway?.runsOutAt}`;

describe('warnings before L1 validators run out and stakes end', () => {
  test('each L1 validator triggers one message per value of runwayDays, on time and without a new block', () =>
    world(async ({ webhooks, until, timer, state }) => {
      const all = l1Validators();
      expect(all.length).toBeGreaterThan(1);
      for (const subnetId of new Set(all.map((one) => one.subnetId)))
        await webhooks.watchValidators(subnetId, ['l1_validator_runway'], { runwayDays: [30, 7, 1] });
      await until(state.time + 60);
      const moments = all
        .flatMap(({ validationId, runsOutAt = 0 }) =>
          [30, 7, 1].map((days) => ({ at: runsOutAt - days * DAY, text: `${validationId} ${days} ${runsOutAt}` })),
        )
        .filter(({ at }) => at > state.time + 60)
        .toSorted((a, b) => a.at - b.at);
      expect(moments.length).toBeGreaterThan(4);
      for (const { at, text } of moments) {
        expect(await until(at - 1)).toEqual([]);
        timer.advance(60_000);
        expect((await until(at + 62)).map(shown)).toEqual([text]);
      }
      expect(await until(Math.floor(timer.now() / 1_000) + 3 * DAY)).toEqual([]);
    }));

  test('an L1 validator triggers another message after a top-up, and one at once if it is new', () =>
    world(async ({ webhooks, until, state }) => {
      const [one] = l1Validators();
      if (!one?.runsOutAt) throw new Error('no L1 validator');
      await webhooks.watchValidators(one.subnetId, ['l1_validator_runway'], { runwayDays: [7] });
      const own = (sent: readonly Sent[]) => sent.map(shown).filter((text) => text.startsWith(`${one.validationId} `));
      await until(state.time + 60);
      expect(own(await until(one.runsOutAt - DAY))).toEqual([`${one.validationId} 7 ${one.runsOutAt}`]);
      const before = state.l1Validators.get(one.validationIdHex);
      if (!before) throw new Error('it is not active');
      const price = Math.round(one.remainingBalance / (one.runsOutAt - state.time));
      const topUp = (days: number) =>
        state.l1Validators.set(one.validationIdHex, {
          ...before,
          endAccruedFees: before.endAccruedFees + BigInt(days * DAY * price),
        });
      topUp(2);
      expect(own(await until(one.runsOutAt))).toEqual([]);
      topUp(20);
      const later = one.runsOutAt + 20 * DAY;
      expect(own(await until(later - 7 * DAY - 120))).toEqual([]);
      expect(own(await until(later - 6 * DAY))).toEqual([`${one.validationId} 7 ${later}`]);
      state.active.delete(one.validationIdHex);
      expect(own(await until(later - 5 * DAY))).toEqual([]);
      state.active.add(one.validationIdHex);
      topUp(22);
      expect(own(await until(later - 4 * DAY))).toEqual([`${one.validationId} 7 ${later + 2 * DAY}`]);
    }));

  test('stakes and delegations trigger messages before they end, with their transactions', () =>
    world(async ({ webhooks, until, state }) => {
      const stakers = [...state.stakers.values()].filter(
        ({ start, end }) => start <= state.time && end > state.time + 2 * DAY,
      );
      const recent = [...state.stakers.values()].find(({ created }) => created.block > 0);
      if (!recent) throw new Error('no stake of a transaction');
      const longer = { ...recent, end: state.time + 10 * DAY };
      // Such as one of before the index: without a transaction.
      const delegator = { ...longer, kind: 'delegator', txId: `0x${'dd'.repeat(32)}` } as const;
      for (const one of [longer, delegator]) state.stakers.set(one.txId, one);
      stakers.push(longer, delegator);
      const nodes = new Set(stakers.map(({ nodeId }) => nodeIdText(nodeId)));
      for (const node of nodes)
        await webhooks.watchValidators(node, ['stake_ending', 'delegation_ending'], { daysBefore: [1] });
      await until(state.time + 60);
      const sent = await until(Math.max(...stakers.map(({ end }) => end)));
      const found = sent.map(
        ({ event }) => `${event.eventType} ${event.ending?.endTimestamp} ${event.ending?.daysBefore}`,
      );
      const expected = stakers.map(
        ({ kind, end }) => `${kind === 'delegator' ? 'delegation_ending' : 'stake_ending'} ${end} 1`,
      );
      expect(found.toSorted()).toEqual(expected.toSorted());
      expect(new Set(expected.map((text) => text.split(' ')[0])).size).toBe(2);
      expect(sent.filter(({ event }) => event.eventType === 'delegation_ending' && event.transaction)).toEqual([]);
      expect(sent.filter(({ event }) => event.transaction).length).toBeGreaterThan(0);
    }));

  test('every message is sent once, wherever a check is interrupted', () =>
    world(async ({ webhooks, until, state }) => {
      const all = l1Validators();
      for (const subnetId of new Set(all.map((one) => one.subnetId)))
        await webhooks.watchValidators(subnetId, ['l1_validator_runway'], { runwayDays: [30, 20, 10, 7, 5, 3, 2, 1] });
      await until(state.time + 60);
      let calls = 0;
      // The snapshot, the check, the events, and that they are published.
      const kill = () => calls++ % 5;
      const last = Math.max(...all.map(({ runsOutAt = 0 }) => runsOutAt));
      const sent = await until(last, kill);
      const expected = all.flatMap(({ validationId, runsOutAt = 0 }) =>
        [30, 20, 10, 7, 5, 3, 2, 1]
          .filter((days) => runsOutAt - days * DAY > state.time + 60)
          .map((days) => `${validationId} ${days} ${runsOutAt}`),
      );
      expect(sent.map(shown).toSorted()).toEqual(expected.toSorted());
      expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(sent.length);
    }));

  test('a minute of 10,000 L1 validators takes at most five read units', () =>
    world(async ({ webhooks, until, takeReadUnits, state }) => {
      const [one] = l1Validators();
      const own = one && state.l1Validators.get(one.validationIdHex);
      if (!one || !own) throw new Error('no L1 validator');
      const price = BigInt(Math.round(one.remainingBalance / ((one.runsOutAt ?? 0) - state.time)));
      for (let i = 0; i < 10_000; i++) {
        const validationId = `0x${String(i).padStart(64, '0')}`;
        const seconds = BigInt(8 * DAY + i * 60);
        state.l1Validators.set(validationId, {
          ...own,
          validationId,
          endAccruedFees: state.accruedFees + price * seconds,
        });
        state.active.add(validationId);
      }
      await webhooks.watchValidators(one.subnetId, ['l1_validator_runway'], { runwayDays: [7] });
      await until(state.time + DAY - 60);
      for (let minute = 0; minute < 5; minute++) {
        takeReadUnits();
        expect((await until(state.time + DAY + minute * 60)).length).toBe(1);
        expect(takeReadUnits()).toBeLessThanOrEqual(5);
      }
    }));
});
