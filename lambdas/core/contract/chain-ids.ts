// Without zod: every function loads this.

export const CHAIN_IDS = ['chainId', 'blockchainId', 'platformChainId'] as const;
