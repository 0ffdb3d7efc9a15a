import { replayMessages } from '../contract/message-endpoints';
import type { Replay } from '../contract/messages';
import { implement } from './implement';
import { ownWebhook } from './shared/own-webhook';
import { replayLimit, tooManyReplays } from './shared/webhook-limits';

export const handler = implement(replayMessages, async ({ params, body, caller, deps }) => {
  const { id: webhook, owner, active } = await ownWebhook(deps, caller, params);
  const limit = replayLimit(deps, caller);
  const requestedAt = deps.now();
  const remaining = await deps.ReplayCount.left(limit, requestedAt);
  if (remaining === 0) throw tooManyReplays(deps, caller);
  const { fromBlock = 0, toBlock = 9_999_999_999, startTimestamp = 0, endTimestamp, status } = body;
  const replay: Replay = {
    webhook,
    owner,
    fromBlock,
    toBlock,
    from: startTimestamp * 1_000,
    // Later messages are sent anyway.
    to: endTimestamp === undefined ? requestedAt : endTimestamp * 1_000 + 999,
    ...(status ? { status } : {}),
    requestedAt,
    ...(active ? { whileActive: true } : {}),
    max: limit.max,
  };
  await deps.queue.send([replay], { group: owner });
  return { remaining };
});
