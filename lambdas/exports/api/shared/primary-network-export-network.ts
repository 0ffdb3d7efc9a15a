import { badRequest } from '../../../core/contract/errors';
import { configuredNetwork, notIndexedYet } from '../../../pchain/api/shared/network';
import { P_CHAIN_ADDRESS } from '../../../pchain/contract/schemas/params';
import { readAddress } from '../../../pchain/domain/bech32-address';
import { PUBLIC_NETWORKS } from '../../../pchain/domain/networks';
import type { Deps } from '../implement';

/** By name, or by the addresses' prefix (HRP). Throws 400 unless exactly one matches, 503 if one may not be indexed. */
export async function exportedNetwork(
  { pChains, PNetwork }: Deps<{ reads: ['PNetwork'] }>,
  texts: readonly string[],
  name: string | undefined,
): Promise<string> {
  const prefix = getPrefix(texts);
  if (name !== undefined) {
    const { network, index } = configuredNetwork(pChains, name);
    if (!index) throw badRequest('network', `the P-Chain of ${network} is not indexed on this deployment`);
    return network;
  }
  const indexed = await Promise.all(
    pChains
      .filter(({ index }) => index)
      // For other networks, the node reports the HRP.
      .map(async ({ network }) => ({
        network,
        hrp: PUBLIC_NETWORKS[network]?.hrp ?? (await PNetwork.facts(network))?.hrp,
      })),
  );
  const [found, ...others] = indexed.filter(({ hrp }) => hrp === prefix).map(({ network }) => network);
  if (found !== undefined && others.length === 0) return found;
  if (found !== undefined)
    throw badRequest(
      'network',
      `is required: addresses starting with ${prefix}1 may belong to ${[found, ...others].join(' or ')}`,
    );
  const undetermined = indexed.find(({ hrp }) => hrp === undefined);
  if (undetermined) throw notIndexedYet(undetermined.network);
  const known = indexed.map(({ network, hrp }) => `${network} (${hrp}1…)`).join(', ') || 'none';
  throw badRequest('options.addresses', `${texts[0]} does not belong to an indexed network; indexed: ${known}`);
}

function getPrefix(texts: readonly string[]): string {
  const prefixes = texts.map((text, i) => {
    if (!P_CHAIN_ADDRESS.form.test(text)) throw badRequest(`options.addresses.${i}`, `must be ${P_CHAIN_ADDRESS.what}`);
    const read = readAddress(text);
    if (!read) throw badRequest(`options.addresses.${i}`, `invalid address ${text} (bad checksum)`);
    return read.hrp;
  });
  const [prefix] = prefixes;
  if (prefix === undefined) throw badRequest('options.addresses', 'must have at least one P-Chain address');
  const other = prefixes.findIndex((one) => one !== prefix);
  if (other > 0)
    throw badRequest(`options.addresses.${other}`, `${texts[other]} must belong to the same network as ${texts[0]}`);
  return prefix;
}
