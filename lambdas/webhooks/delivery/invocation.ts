import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { processMessages } from '../../core/aws/batch';
import type { Inbox } from '../../core/aws/inbox';
import { createSlots, settleAll, track } from '../../core/runtime/concurrency';
import { log } from '../../core/runtime/log';
import { Deliveries, type Delivery, MAX_WEBHOOKS } from '../contract/messages';
import { deliver } from './deliver';
import type { SenderDeps } from './deps';
import type { Run } from './session';
import type { Tally } from './tally';

/** No batch starts later than this; receivers may take another ten seconds. */
const RUN_MS = 15_000;
/** An invocation takes no further messages above this many deliveries; at most `MAX_SLOW` go to slow receivers. */
const [MAX_DELIVERIES, MAX_SLOW] = [50, 40];
/** An invocation that finishes within this time takes no further messages. */
const GRACE_MS = 100;
/** Long-poll wait; extends the invocation by at most this much. */
const WAIT_SECONDS = 1;
const FAILURE = 'delivery failed';

/**
 * Takes further messages while any delivery waits for its receiver: a slow receiver occupies one slot, not the whole
 * invocation, and a busy sender needs no extra invocations.
 */
export async function runInvocation(
  event: SQSEvent,
  deps: SenderDeps,
  inbox: Inbox,
  tally: Tally,
): Promise<SQSBatchResponse> {
  const run: Run = { until: deps.steady() + RUN_MS, takeSlowPlace: createSlots(MAX_SLOW), tally };
  const [running, removals] = [new Set<Promise<unknown>>(), new Set<Promise<unknown>>()];
  const once = joinDuplicates((one) => deliver(deps, one, run));
  /** Throws after all have ended if one failed. */
  const deliverAll = async ({ webhooks, owner }: Deliveries) => {
    const deliveries = webhooks.map((webhook) => once({ webhook, owner }));
    for (const delivery of deliveries) track(running, delivery);
    await settleAll(deliveries);
  };
  const answer = processMessages(event, Deliveries, { failure: FAILURE, atOnce: true }, deliverAll);
  await Promise.race([answer, sleep(GRACE_MS)]);
  while (running.size > 0 && deps.steady() < run.until) {
    if (running.size >= MAX_DELIVERIES) {
      await Promise.race(running);
      continue;
    }
    const room = Math.ceil((MAX_DELIVERIES - running.size) / MAX_WEBHOOKS);
    for (const message of await inbox.receive(room, WAIT_SECONDS)) {
      const work = async () => {
        await deliverAll(Deliveries.parse(JSON.parse(message.body)));
        await inbox.remove(message);
      };
      // Not removed: SQS redelivers it.
      const logged = work().catch((error: unknown) => log.error(FAILURE, { body: message.body, error }));
      track(removals, logged);
    }
  }
  await Promise.all([...running, ...removals]);
  return answer;
}

/** Announcements during a delivery share one more delivery after it: the running one may have done its last read. */
function joinDuplicates(work: (one: Delivery) => Promise<void>): (one: Delivery) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<void>>();
  const start = (one: Delivery): Promise<void> => {
    const { webhook } = one;
    const started = work(one).finally(() => {
      if (running.get(webhook) === started) running.delete(webhook);
    });
    running.set(webhook, started);
    return started;
  };
  return (one) => {
    const current = running.get(one.webhook);
    if (!current) return start(one);
    const joined = next.get(one.webhook);
    if (joined) return joined;
    const following = current
      .catch(() => undefined)
      .then(() => {
        next.delete(one.webhook);
        return start(one);
      });
    next.set(one.webhook, following);
    return following;
  };
}
