import { msSince } from '../../core/domain/stored-time';
import { NodeDown } from '../../core/node/errors';
import type { Timer } from '../../core/runtime/clock';
import { CODE } from '../../pchain/contract/rpc-errors';
import { NODE_TIMEOUT_MS } from '../../pchain/contract/rpc-limits';
import { failure, type RpcOutcome } from '../../pchain/domain/json-rpc/answer';
import { getMembers } from '../../pchain/domain/json-rpc/json-text';
import type { AskNode } from '../../pchain/node/node';
import { CLAIM_MARGIN_MS, type NodeHead, type nodeHeadReader, type nodeHeadWriter } from '../../pchain/rows/node-head';

/** All functions together ask the node at most once in this time. */
const FRESH_MS = 1_000;
const LOOK_MS = 25;
/** With less time left, a timeout would wrongly mark the node as down. */
const MIN_ASK_MS = 1_000;
/** Characters (about 100 are normal): table items have a size limit. */
const MAX_FEE_STATE_LENGTH = 10_000;

export interface HeadsParts {
  readonly records: ReturnType<typeof nodeHeadReader> & ReturnType<typeof nodeHeadWriter>;
  readonly ask: AskNode;
  readonly timer: Pick<Timer, 'now' | 'steady' | 'sleep' | 'deadline'>;
}

/** Shared by all functions: one height a second, one fee state a height. While the node is down, one caller waits. */
export function createHeads({ records, ask, timer }: HeadsParts) {
  const known = new Map<string, NodeHead>();
  const inFlight = new Map<string, Promise<NodeHead>>();

  const fetchAll = async (network: string, before: NodeHead | undefined, signal: AbortSignal): Promise<NodeHead> => {
    const answer = await ask(network, 'platform.getHeight', '{}', signal);
    const height = 'result' in answer ? heightIn(answer.result) : undefined;
    const isSame = before !== undefined && height !== undefined && before.height === height;
    const feeState = isSame
      ? before.feeState
      : limitLength(await ask(network, 'platform.getValidatorFeeState', '{}', signal));
    return { answeredAt: timer.now(), feeState, ...(height === undefined ? {} : { height }) };
  };

  const look = async (network: string): Promise<NodeHead> => {
    const began = timer.steady();
    for (;;) {
      const { version, head, failed } = await records.read(network);
      const now = timer.now();
      if (head && !failed && isFresh(head.answeredAt, now)) return head;
      if (failed && isFresh(failed.at, now)) throw new NodeDown(failed.message);
      const waited = timer.steady() - began;
      const left = NODE_TIMEOUT_MS - waited;
      if (left >= MIN_ASK_MS && (await records.claim(network, version, now, left + CLAIM_MARGIN_MS))) {
        let asked: NodeHead;
        try {
          // A refusal may be transient, so it is retried even at the same height.
          const before = head && 'result' in head.feeState ? head : undefined;
          asked = await fetchAll(network, before, timer.deadline(left));
        } catch (error) {
          const message = error instanceof NodeDown ? error.message : 'the node request failed';
          await records.settle(network, version, { failed: { at: timer.now(), message } });
          throw error;
        }
        // Outside of the try block: a table failure is not a node failure.
        await records.settle(network, version, { head: asked });
        return asked;
      }
      // The node failed last time and another function is already retrying: do not wait as well.
      if (failed) throw new NodeDown(failed.message);
      if (left <= 0) throw new NodeDown('the node does not answer in time');
      // Back off: all callers read the same item, and a partition has a throughput limit.
      await timer.sleep(Math.min(left, Math.max(LOOK_MS, waited / 4)));
    }
  };

  /** Throws NodeDown if the node does not answer. */
  return async (network: string): Promise<NodeHead> => {
    const last = known.get(network);
    if (last && isFresh(last.answeredAt, timer.now())) return last;
    const current = inFlight.get(network) ?? look(network).finally(() => inFlight.delete(network));
    inFlight.set(network, current);
    const head = await current;
    known.set(network, head);
    return head;
  };
}
const isFresh = (at: number, now: number): boolean => msSince(at, now) < FRESH_MS;

export type Heads = ReturnType<typeof createHeads>;

const limitLength = (feeState: RpcOutcome): RpcOutcome =>
  JSON.stringify(feeState).length > MAX_FEE_STATE_LENGTH
    ? failure(CODE.serverError, 'the answer of the node is too long')
    : feeState;

function heightIn(result: string): string | undefined {
  if (!result.startsWith('{')) return undefined;
  const text = getMembers(result).find(({ name }) => name === 'height')?.value;
  return text === undefined ? undefined : /^"?(\d{1,20})"?$/.exec(text)?.[1];
}
