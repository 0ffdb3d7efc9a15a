// Without zod: every function loads this.

/** Configuration fields that can identify a chain in requests. */
export const CHAIN_IDS = ['chainId', 'blockchainId', 'platformChainId'] as const;
