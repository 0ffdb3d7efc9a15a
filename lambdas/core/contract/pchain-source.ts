// Without zod: every node RPC function and the CLI load this.

const PREFIX = 'p-chain-';

/** Source name of a network (`p-chain-fuji`), used like a chain id; also its name in the health check and metrics. */
export const pChainSource = (network: string): string => `${PREFIX}${network}`;
/** Whether a name is a P-Chain source name; EVM chain ids are digits. */
export const isPChain = (name: string): boolean => name.startsWith(PREFIX);
/** The network of a source name. */
export const getNetwork = (name: string): string => name.slice(PREFIX.length);
