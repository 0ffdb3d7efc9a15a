/** The entries of health-check, by EVM chain id and by network of a P-Chain. */
export function splitEntries<T>(details: Readonly<Record<string, T>>) {
  const [chains, pChains] = [new Map<string, T>(), new Map<string, T>()];
  for (const [name, entry] of Object.entries(details)) {
    const [, isPChain, id] = /^(p-)?chain-(.+)$/.exec(name) ?? [];
    if (id !== undefined) (isPChain ? pChains : chains).set(id, entry);
  }
  return { chains, pChains };
}
