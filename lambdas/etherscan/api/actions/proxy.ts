import { NodeRefused } from '../../../core/node/errors';
import type { HandlersOf } from '../../contract/actions';
import type { Context } from '../shared/context';
import { isReverted } from '../shared/node-reads';

/** Nodes answer an id with the same; this dialect has always 1. */
const ID = 1;
/** Of JSON-RPC. */
const SERVER_ERROR = -32000;

/** The allow list: each passes checked parameters to the node of its chain. */
export const proxy: HandlersOf<'proxy', Context> = {
  eth_blockNumber: (_, context) => pass(context, 'eth_blockNumber', []),
  eth_getBlockByNumber: ({ tag, boolean = false }, context) => pass(context, 'eth_getBlockByNumber', [tag, boolean]),
  eth_getBlockTransactionCountByNumber: ({ tag }, context) =>
    pass(context, 'eth_getBlockTransactionCountByNumber', [tag]),
  eth_getTransactionByHash: ({ txhash }, context) => pass(context, 'eth_getTransactionByHash', [txhash]),
  eth_getTransactionByBlockNumberAndIndex: ({ tag, index }, context) =>
    pass(context, 'eth_getTransactionByBlockNumberAndIndex', [tag, index]),
  eth_getTransactionCount: ({ address, tag }, context) => pass(context, 'eth_getTransactionCount', [address, tag]),
  eth_getTransactionReceipt: ({ txhash }, context) => pass(context, 'eth_getTransactionReceipt', [txhash]),
  eth_call: ({ tag, ...call }, context) => pass(context, 'eth_call', [call, tag]),
  eth_getCode: ({ address, tag }, context) => pass(context, 'eth_getCode', [address, tag]),
  eth_getStorageAt: ({ address, position, tag }, context) =>
    pass(context, 'eth_getStorageAt', [address, position, tag]),
  eth_gasPrice: (_, context) => pass(context, 'eth_gasPrice', []),
  eth_estimateGas: (call, context) => pass(context, 'eth_estimateGas', [call]),
};

async function pass({ deps, chain }: Context, method: string, params: readonly unknown[]) {
  const head = { jsonrpc: '2.0' as const, id: ID };
  try {
    return { ...head, result: (await deps.node.call(chain.chainId, method, params)) ?? null };
  } catch (error) {
    // The node's refusal is the answer; a node that is down is an error of this service.
    if (!(error instanceof NodeRefused)) throw error;
    const message = isReverted(error) ? 'execution reverted' : error.message;
    const { data } = error;
    // Some nodes send text.
    const code = Number.isSafeInteger(error.code) ? error.code : SERVER_ERROR;
    return { ...head, error: { code, message, ...(data === undefined ? {} : { data }) } };
  }
}
