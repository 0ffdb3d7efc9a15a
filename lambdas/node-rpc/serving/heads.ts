import { msSince } from '../../core/domain/stored-time';
import { NodeDown } from '../../core/node/errors';
import type { Timer } from '../../core/runtime/clock';
import { CODE } from '../../pchain/contract/rpc-errors';
import { NODE_TIMEOUT_MS } from '../../pchain/contract/rpc-limits';
import { failure, type RpcOutcome } from '../../pchain/domain/json-rpc/answer';
import { getMembers } from '../../pchain/domain/json-rpc/json-text';
import type { AskNode } from '../../pchain/node/node';
import { CLAIM_MARGIN_MS, type NodeHead, type nodeHeadReader, type nodeHeadWriter } from '../../pchain/rows/node-head';

/** How long what the node said counts, ms: it is asked at most once in this time, by all functions together. */
const FRESH_MS = 1_000;
/** How often a caller looks at first whether the function that asks the node has its answer, ms. */
const LOOK_MS = 25;
/** Less time than this, ms, is not enough to ask: the node would be told to be down for it. */
const MIN_ASK_MS = 1_000;
/** Characters of the fee state that is kept at most: an item of the table has an end, and a fee state has a hundred. */
const MAX_FEE_STATE_LENGTH = 10_000;

export interface HeadsParts {
  readonly records: ReturnType<typeof nodeHeadReader> & ReturnType<typeof nodeHeadWriter>;
  readonly ask: AskNode;
  readonly timer: Pick<Timer, 'now' | 'steady' | 'sleep' | 'deadline'>;
}

/**
 * The last accepted height of each network's node with its fee state, shared by all functions through the table: the
 * node is asked for its height at most once a second, and for its fee state once a height, however many callers there
 * are. While it does not answer, one caller a second waits for it, and the others are told at once.
 */
export function createHeads({ records, ask, timer }: HeadsParts) {
  const known = new Map<string, NodeHead>();
  const looking = new Map<string, Promise<NodeHead>>();

  const fetchAll = async (network: string, before: NodeHead | undefined, signal: AbortSignal): Promise<NodeHead> => {
    const answer = await ask(network, 'platform.getHeight', '{}', signal);
    const height = 'result' in answer ? heightIn(answer.result) : undefined;
    const isSame = before !== undefined && height !== undefined && before.height === height;
    const feeState = isSame
      ? before.feeState
      : short(await ask(network, 'platform.getValidatorFeeState', '{}', signal));
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
          // A refusal may be transient: retried at the same height too.
          const before = head && 'result' in head.feeState ? head : undefined;
          asked = await fetchAll(network, before, timer.deadline(left));
        } catch (error) {
          const message = error instanceof NodeDown ? error.message : 'the node could not be asked';
          await records.settle(network, version, { failed: { at: timer.now(), message } });
          throw error;
        }
        // Outside of the try: a failure of the table is none of the node.
        await records.settle(network, version, { head: asked });
        return asked;
      }
      // Another function asks the node, which did not answer the last time: this caller need not wait for it as well.
      if (failed) throw new NodeDown(failed.message);
      if (left <= 0) throw new NodeDown('the node does not answer in time');
      // Rarer the longer it takes: all callers read one item, and a partition has an end.
      await timer.sleep(Math.min(left, Math.max(LOOK_MS, waited / 4)));
    }
  };

  /** Throws NodeDown if the node does not answer. */
  return async (network: string): Promise<NodeHead> => {
    const last = known.get(network);
    if (last && isFresh(last.answeredAt, timer.now())) return last;
    const current = looking.get(network) ?? look(network).finally(() => looking.delete(network));
    looking.set(network, current);
    const head = await current;
    known.set(network, head);
    return head;
  };
}
const isFresh = (at: number, now: number): boolean => msSince(at, now) < FRESH_MS;

/** What `createHeads` gives. */
export type Heads = ReturnType<typeof createHeads>;

const short = (feeState: RpcOutcome): RpcOutcome =>
  JSON.stringify(feeState).length > MAX_FEE_STATE_LENGTH
    ? failure(CODE.serverError, 'the answer of the node is too long')
    : feeState;

function heightIn(result: string): string | undefined {
  if (!result.startsWith('{')) return undefined;
  const text = getMembers(result).find(({ name }) => name === 'height')?.value;
  return text === undefined ? undefined : /^"?(\d{1,20})"?$/.exec(text)?.[1];
}
