// Without zod: every node RPC function and the CLI load this.

const PREFIX = 'p-chain-';

/** `p-chain-fuji`, used like a chain id; also its name in the health check and metrics. */
export const pChainSource = (network: string): string => `${PREFIX}${network}`;
export const isPChain = (name: string): boolean => name.startsWith(PREFIX);
export const getNetwork = (name: string): string => name.slice(PREFIX.length);
