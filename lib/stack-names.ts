import { servesNodeRpc } from '../lambdas/node-rpc/contract/routes';

// Shared with the CLI, which must not load aws-cdk-lib: keep free of imports that do.

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

export type StackId = (typeof STACKS)[number];

/** In deployment order. The node RPC's exists only with P-Chains. */
export const getStacks = (config: { readonly pChains: readonly unknown[] }): StackId[] =>
  STACKS.filter((stack) => stack !== 'node-rpc' || servesNodeRpc(config));

/** If deployed earlier, they are neither updated nor deleted. */
export const getLeftOut = (config: { readonly pChains: readonly unknown[] }): StackId[] => {
  const included = getStacks(config);
  return STACKS.filter((stack) => !included.includes(stack));
};

export const stackName = (service: string, stack: StackId): string => `${service}-${stack}`;
