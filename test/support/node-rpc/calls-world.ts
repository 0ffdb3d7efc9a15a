import { createCalls, type Target } from '../../../lambdas/node-rpc/serving/calls';
import type { Heads } from '../../../lambdas/node-rpc/serving/heads';
import type { ReplayedFeeState } from '../../../lambdas/node-rpc/serving/replayed-fee-state';
import { serve } from '../../../lambdas/node-rpc/serving/serve';
import { failure, type RpcOutcome } from '../../../lambdas/pchain/domain/json-rpc/answer';
import type { AskNode } from '../../../lambdas/pchain/node/node';

export const UNREADABLE_ARGUMENT =
  "couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls";
export const FEE_STATE = '{"excess":26956,"price":512,"timestamp":"2024-12-16T17:19:07Z"}';
export const MAINNET: Target = { network: 'mainnet', format: 'specification' };

/** `getBlockByHeight` of a node at height 499; echoes the height. */
function blockAt(params: string): RpcOutcome {
  const [, height] = /^\{"height":"?(\d+)"?\}$/.exec(params) ?? [];
  if (height === undefined) return failure(-32000, UNREADABLE_ARGUMENT);
  if (Number(height) >= 500) return failure(-32000, `couldn't get block at height ${height}: not found`);
  return { result: `{"height":"${height}"}` };
}

/** `asked`: the calls that reach the node, without those for its head. */
export function callsWorld(
  own: { readonly heads?: Heads; readonly ask?: AskNode; readonly replayed?: ReplayedFeeState } = {},
) {
  const asked: string[] = [];
  const node = { height: '100', now: 1_700_000_000_000 };
  const heads: Heads =
    own.heads ?? (async () => ({ answeredAt: 1, height: node.height, feeState: { result: FEE_STATE } }));
  const ask: AskNode = async (network, method, params, signal) => {
    asked.push(`${method} ${params}`);
    if (own.ask) return own.ask(network, method, params, signal);
    return method === 'platform.getBlockByHeight' ? blockAt(params) : { result: `"${asked.length}"` };
  };
  const timer = { now: () => node.now, deadline: () => new AbortController().signal };
  const calls = createCalls({ heads, ask, replayed: own.replayed ?? (async () => undefined), timer });
  return { calls, asked, node, send: (body: string, target = MAINNET) => serve(calls, body, target) };
}
