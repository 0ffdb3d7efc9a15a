/** Where the rows of a list are from; `network` as the path names it. */
export const chainInfo = (network: string) => ({ chainInfo: { chainName: 'p-chain' as const, network } });
