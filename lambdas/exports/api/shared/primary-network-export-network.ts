import { badRequest } from '../../../core/contract/errors';
import { configuredNetwork, notIndexedYet } from '../../../pchain/api/shared/network';
import { P_CHAIN_ADDRESS } from '../../../pchain/contract/schemas/params';
import { readAddress } from '../../../pchain/domain/bech32-address';
import { PUBLIC_NETWORKS } from '../../../pchain/domain/networks';
import type { Deps } from '../implement';

/**
 * The name of the network of an export: the one that is named, else the indexed one whose addresses begin like those that
 * are given. Throws 400 where there is none or several, and 503 where it may be one whose index has not begun.
 */
export async function exportedNetwork(
  { pChains, PNetwork }: Deps<{ reads: ['PNetwork'] }>,
  texts: readonly string[],
  name: string | undefined,
): Promise<string> {
  const prefix = getPrefix(texts);
  if (name !== undefined) {
    const { network, index } = configuredNetwork(pChains, name);
    if (!index) throw badRequest('network', `the P-chain of ${network} is not indexed on this deployment`);
    return network;
  }
  const indexed = await Promise.all(
    pChains
      .filter(({ index }) => index)
      // The node of another network tells how its addresses begin.
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
      `must be given: addresses that begin with ${prefix}1 may be of ${[found, ...others].join(' or ')}`,
    );
  const waiting = indexed.find(({ hrp }) => hrp === undefined);
  if (waiting) throw notIndexedYet(waiting.network);
  const known = indexed.map(({ network, hrp }) => `${network} (${hrp}1…)`).join(', ') || 'none';
  throw badRequest(
    'options.addresses',
    `${texts[0]} is of no network whose P-chain is indexed on this deployment: there is ${known}`,
  );
}

/** What all addresses begin with, up to the 1. Throws 400 for one that is none, and where they differ. */
function getPrefix(texts: readonly string[]): string {
  const prefixes = texts.map((text, i) => {
    if (!P_CHAIN_ADDRESS.form.test(text)) throw badRequest(`options.addresses.${i}`, `must be ${P_CHAIN_ADDRESS.what}`);
    const read = readAddress(text);
    if (!read) throw badRequest(`options.addresses.${i}`, `${text} is no address: its checksum is wrong`);
    return read.hrp;
  });
  const [prefix] = prefixes;
  if (prefix === undefined) throw badRequest('options.addresses', 'must name at least one address of the P-chain');
  const other = prefixes.findIndex((one) => one !== prefix);
  if (other > 0)
    throw badRequest(
      `options.addresses.${other}`,
      `${texts[other]} is of another network than ${texts[0]}: an export is of one`,
    );
  return prefix;
}
