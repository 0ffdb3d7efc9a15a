/** The text of bytes (0x and digits), which are UTF-8. */
const textOfBytes = (bytes: string): string => Buffer.from(bytes.slice(2), 'hex').toString('utf8');

/** The EVM chain id that a blockchain's genesis (0x and digits) gives it; undefined if it is of another kind. */
export function evmChainIdIn(genesisData: string): number | undefined {
  const genesis = jsonIn(genesisData);
  if (typeof genesis !== 'object' || genesis === null || !('config' in genesis)) return undefined;
  const { config } = genesis;
  if (typeof config !== 'object' || config === null || !('chainId' in config)) return undefined;
  return typeof config.chainId === 'number' && Number.isSafeInteger(config.chainId) ? config.chainId : undefined;
}

/** The JSON value of a genesis; undefined if it is none. */
function jsonIn(genesisData: string): unknown {
  try {
    return JSON.parse(textOfBytes(genesisData));
  } catch {
    return undefined;
  }
}
