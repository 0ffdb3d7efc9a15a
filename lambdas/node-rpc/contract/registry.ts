import type { RpcMethod } from './method';
import * as blocks from './methods/blocks';
import * as funds from './methods/funds';
import * as state from './methods/state';
import * as subnets from './methods/subnets';
import * as validators from './methods/validators';

/** The allow list. A node's other methods write, hold keys, or are unknown. */
export const rpcMethods: readonly RpcMethod[] = [state, blocks, validators, subnets, funds].flatMap((group) =>
  Object.values(group).filter((one): one is Extract<typeof one, RpcMethod> => 'cache' in one),
);
