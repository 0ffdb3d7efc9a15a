import { servesNodeRpc } from '../lambdas/node-rpc/contract/routes';

// Shared by lib/ and the command line, which must not load aws-cdk-lib: imports nothing.

const STACKS = [
  'data',
  'observability',
  'p-chain',
  'indexer',
  'usage',
  'node-rpc',
  'webhooks',
  'exports',
  'api',
] as const;

/** One of them. */
export type StackId = (typeof STACKS)[number];

/** The stacks of a service, in the order in which they are created. That of the node RPC is only there for P-chains. */
export const getStacks = (config: { readonly pChains: readonly unknown[] }): StackId[] =>
  STACKS.filter((stack) => stack !== 'node-rpc' || servesNodeRpc(config));

/** The stacks that a service had with another configuration, and that no deployment of this one updates or deletes. */
export const getLeftOut = (config: { readonly pChains: readonly unknown[] }): StackId[] => {
  const included = getStacks(config);
  return STACKS.filter((stack) => !included.includes(stack));
};

/** Name of a stack. `service`: the `name` of the configuration. */
export const stackName = (service: string, stack: StackId): string => `${service}-${stack}`;
