import type { Chain } from '../../../../core/contract/config';
import { badRequest } from '../../../../core/contract/errors';
import { idOfCb58 } from '../../../../core/domain/cb58';
import type { List } from '../../../../core/table/list';
import type { Deps } from '../../../api/implement';
import { chainsById } from '../../blockchain-ids';
import type { TeleporterEntry } from '../../rows/readers';

const BLOCKCHAINS = ['blockchainId', 'sourceBlockchainId', 'destinationBlockchainId'] as const;
const NETWORKS = ['mainnet', 'testnet'] as const;

/** Blockchain ids in CB58 or hexadecimal; addresses in lower case. */
export interface MessageQuery extends Partial<Readonly<Record<(typeof BLOCKCHAINS)[number], string | undefined>>> {
  readonly network?: 'mainnet' | 'testnet' | 'fuji' | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}
/** Blockchain ids in lower-case hexadecimal. */
type Filters = Omit<MessageQuery, 'network'> & { readonly network: 'mainnet' | 'testnet' | undefined };

/** Throws 400 if a blockchain id is invalid or filters contradict each other. */
export function readQuery(chains: readonly Chain[], query: MessageQuery): Filters {
  const network = query.network === 'fuji' ? 'testnet' : query.network;
  const ids = Object.fromEntries(BLOCKCHAINS.map((name) => [name, toHex(name, query[name])]));
  const { blockchainId, sourceBlockchainId: source, destinationBlockchainId: destination } = ids;
  if (blockchainId && source && destination && blockchainId !== source && blockchainId !== destination)
    throw badRequest('blockchainId', 'must match sourceBlockchainId or destinationBlockchainId');
  for (const name of BLOCKCHAINS) {
    const chain = chainsById(chains).get(ids[name] ?? '');
    if (network && chain && chain.network !== network)
      throw badRequest(name, `is a ${chain.network} chain, but network is ${query.network}`);
  }
  return { ...query, ...ids, network };
}

function toHex(name: string, text: string | undefined): string | undefined {
  if (text === undefined || text.startsWith('0x')) return text?.toLowerCase();
  const id = idOfCb58(text);
  if (id === undefined) throw badRequest(name, 'must be a valid blockchain ID (bad CB58 checksum)');
  return id;
}

/** Prefers the usually shortest lists. */
export function getLists(
  { TeleporterList }: Deps<{ reads: ['TeleporterList'] }>,
  filters: Filters,
): List<TeleporterEntry>[] {
  const { from, to, sourceBlockchainId, destinationBlockchainId, blockchainId, network } = filters;
  if (from) return [TeleporterList.of('from', from)];
  if (to) return [TeleporterList.of('to', to)];
  if (sourceBlockchainId) return [TeleporterList.of('source', sourceBlockchainId)];
  if (destinationBlockchainId) return [TeleporterList.of('destination', destinationBlockchainId)];
  if (blockchainId) return [TeleporterList.of('source', blockchainId), TeleporterList.of('destination', blockchainId)];
  return NETWORKS.filter((name) => (network ?? name) === name).map((name) => TeleporterList.of('network', name));
}

export const keptBy =
  ({ from, to, sourceBlockchainId, destinationBlockchainId, blockchainId, network }: Filters) =>
  (entry: TeleporterEntry): boolean =>
    (network ?? entry.network) === entry.network &&
    (from ?? entry.from) === entry.from &&
    (to ?? entry.to) === entry.to &&
    (sourceBlockchainId ?? entry.source) === entry.source &&
    (destinationBlockchainId ?? entry.destination) === entry.destination &&
    (blockchainId === undefined || blockchainId === entry.source || blockchainId === entry.destination) &&
    // A message from a blockchain to itself is in both of its lists.
    !(entry.list === 'destination' && blockchainId !== undefined && entry.source === entry.destination);
