// Without zod: every function of the node RPC loads this, and the command line.

const PREFIX = 'p-chain-';

/** The name of a network's source, in place of a chain id; also its name in the health check and in metrics. */
export const pChainSource = (network: string): string => `${PREFIX}${network}`;
/** Whether a name is of a P-chain; chain ids are digits. */
export const isPChain = (name: string): boolean => name.startsWith(PREFIX);
/** The network of such a name. */
export const getNetwork = (name: string): string => name.slice(PREFIX.length);
