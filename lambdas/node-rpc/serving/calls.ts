import { LRUCache } from 'lru-cache';
import type { FeeStateFormat } from '../../core/contract/pchain-config';
import { NodeDown } from '../../core/node/errors';
import type { Timer } from '../../core/runtime/clock';
import { log } from '../../core/runtime/log';
import { CODE } from '../../pchain/contract/rpc-errors';
import { NODE_TIMEOUT_MS } from '../../pchain/contract/rpc-limits';
import { failure, type RpcOutcome } from '../../pchain/domain/json-rpc/answer';
import type { AskNode } from '../../pchain/node/node';
import { rpcMethods } from '../contract/registry';
import { unknownMethod } from '../domain/method-name';
import { BAD_PARAMS } from '../domain/params-object';
import type { RpcRequest } from '../domain/request';
import { feeStateIn } from './fee-state';
import type { Heads } from './heads';
import { readParams } from './params';
import type { ReplayedFeeState } from './replayed-fee-state';

const CACHE_BYTES = 64_000_000;

const METHODS = new Map(
  rpcMethods.map((one) => [one.name as string, { ...one, names: Object.keys(one.params.shape) }]),
);

export interface Target {
  readonly network: string;
  readonly format: FeeStateFormat;
}

interface CallsParts {
  readonly heads: Heads;
  readonly ask: AskNode;
  readonly replayed: ReplayedFeeState;
  readonly timer: Pick<Timer, 'now' | 'deadline'>;
}

/** Answers calls from the cache if the answer is still valid, or else from the node. Never throws. */
export function createCalls({ heads, ask, replayed, timer }: CallsParts) {
  const cache = new LRUCache<string, RpcOutcome>({
    maxSize: CACHE_BYTES,
    sizeCalculation: getSize,
    perf: timer,
    ttlResolution: 0,
  });
  /** Identical concurrent calls reach the node only once. */
  const inFlight = new Map<string, Promise<RpcOutcome>>();

  const fetchOnce = (key: string, work: () => Promise<RpcOutcome>): Promise<RpcOutcome> => {
    const current = inFlight.get(key) ?? work().finally(() => inFlight.delete(key));
    inFlight.set(key, current);
    return current;
  };

  const feeState = async (network: string): Promise<RpcOutcome> => {
    try {
      return (await heads(network)).feeState;
    } catch (error) {
      const known = error instanceof NodeDown ? await replayed(network) : undefined;
      if (!known) throw error;
      return known;
    }
  };

  /** `signal`: the deadline shared by all calls of a request. */
  return async (
    { method, params }: Pick<RpcRequest, 'method' | 'params'>,
    { network, format }: Target,
    signal = timer.deadline(NODE_TIMEOUT_MS),
  ): Promise<RpcOutcome> => {
    const known = METHODS.get(method);
    if (!known) return failure(CODE.methodNotFound, unknownMethod(method));
    const given = readParams(params, known.names);
    if (given === undefined) return failure(CODE.serverError, BAD_PARAMS);
    try {
      if (method === 'platform.getValidatorFeeState') return feeStateIn(format, await feeState(network));
      const head = await heads(network);
      // Without a height, answers scoped to a block are fetched again each second, like the head.
      const scope = known.cache === 'block' ? (head.height ?? `at ${head.answeredAt}`) : '';
      const key = `${network} ${method} ${given} ${scope}`;
      const cached = cache.get(key);
      if (cached) return cached;
      return await fetchOnce(key, async () => {
        const outcome = await ask(network, method, given, signal);
        if (known.cache !== 0 && 'result' in outcome)
          cache.set(key, outcome, typeof known.cache === 'number' ? { ttl: known.cache * 1_000 } : {});
        return outcome;
      });
    } catch (error) {
      if (error instanceof NodeDown)
        return failure(CODE.serverError, `the P-Chain of ${network} is unavailable: ${error.message}; try again`);
      // Do not throw: the other calls of a batch have their own answers.
      log.error('answering a JSON-RPC call failed', { network, method, error });
      return failure(CODE.internalError, 'the service could not answer; the failure is logged');
    }
  };
}
export type Calls = ReturnType<typeof createCalls>;

const getSize = (outcome: RpcOutcome, key: string): number =>
  2 * (key.length + ('result' in outcome ? outcome.result.length : outcome.error.message.length)) + 100;
