import type { ShownChain } from './report';

/** Adds the chains that the index has reached and `field` does not offer yet. `name`: of the chain, if it is known. */
export function offerChains(
  field: HTMLSelectElement,
  chains: readonly ShownChain[],
  toText: (chainId: string, name: string | undefined) => string,
): void {
  const offered = new Set([...field.options].map(({ value }) => value));
  for (const { chainId, info, report } of chains)
    if (report?.head !== undefined && !offered.has(chainId))
      field.add(new Option(toText(chainId, info?.chainName ?? report.chainName), chainId));
}
