export function evmChainIdIn(genesisData: string): number | undefined {
  const genesis = jsonIn(genesisData);
  if (typeof genesis !== 'object' || genesis === null || !('config' in genesis)) return undefined;
  const { config } = genesis;
  if (typeof config !== 'object' || config === null || !('chainId' in config)) return undefined;
  return typeof config.chainId === 'number' && Number.isSafeInteger(config.chainId) ? config.chainId : undefined;
}

function jsonIn(genesisData: string): unknown {
  try {
    return JSON.parse(Buffer.from(genesisData.slice(2), 'hex').toString('utf8'));
  } catch {
    return undefined;
  }
}
