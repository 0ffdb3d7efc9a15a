// Without zod: every function loads this.

/** The fields of a chain's configuration by which requests may name it. */
export const CHAIN_IDS = ['chainId', 'blockchainId', 'platformChainId'] as const;
