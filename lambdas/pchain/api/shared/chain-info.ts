export const chainInfo = (network: string) => ({ chainInfo: { chainName: 'p-chain' as const, network } });
