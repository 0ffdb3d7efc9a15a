import type { Chain } from '../../../core/contract/config';
import { idOfCb58, toCb58 } from '../../../core/domain/cb58';
import { type MessageCounts, OTHERS } from '../../../evm/metrics/domain/block-metrics';
import type { ChainMetrics } from '../../../evm/metrics/reading';
import { getBlockchainId } from '../../views/metrics-chain';
import type { Deps } from '../implement';
import { indexedChains, type MetricsDeps, requireMetrics } from './chain-metrics';

export interface IcmQuery {
  readonly srcBlockchainId?: string | undefined;
  readonly destBlockchainId?: string | undefined;
  readonly groupBy?: 'srcBlockchainId' | 'destBlockchainId' | 'srcBlockchainId,destBlockchainId' | undefined;
  readonly network?: 'mainnet' | 'testnet' | 'fuji' | undefined;
}

export interface IcmGroup {
  /** cb58, or `all`. */
  readonly srcBlockchainId: string;
  readonly destBlockchainId: string;
}

type IcmDeps = MetricsDeps & Deps<{ reads: ['BlockchainIdOfChain'] }>;
type Messages = { readonly sent: MessageCounts; readonly received: MessageCounts };

export interface IcmChain {
  readonly metrics: ChainMetrics;
  /** Messages of the query by group. */
  count(messages: Messages): ReadonlyMap<string, number>;
}

/** The chains that have messages of the query. Throws as `requireMetrics`. */
export async function icmChains(deps: IcmDeps, query: IcmQuery): Promise<IcmChain[]> {
  const indexed = indexedChains(deps.chains, query.network);
  const found = await Promise.all(indexed.map(async (chain) => ({ chain, id: await findId(deps, chain) })));
  const ids = new Set(found.flatMap(({ id }) => id ?? []));
  const [src, dest] = [asId(query.srcBlockchainId), asId(query.destBlockchainId)];
  const matches = (from: string, to: string): boolean => (src ?? from) === from && (dest ?? to) === to;
  const chains = found.map(async ({ chain, id }): Promise<IcmChain[]> => {
    // Each chain counts the messages it sent, and those it received from chains that are not indexed here.
    const isSource = src === undefined || src === id;
    const isDestination = (dest === undefined || dest === id) && !(src !== undefined && ids.has(src));
    if (id === undefined || !(isSource || isDestination)) return [];
    return [
      {
        metrics: await requireMetrics(deps, chain),
        count({ sent, received }) {
          const groups = new Map<string, number>();
          const add = (from: string, to: string, count: number) => {
            const group = groupName(query, from, to);
            if (matches(from, to)) groups.set(group, (groups.get(group) ?? 0) + count);
          };
          for (const [to, count] of Object.entries(sent)) add(id, to, count);
          for (const [from, count] of Object.entries(received)) if (!ids.has(from)) add(from, id, count);
          return groups;
        },
      },
    ];
  });
  return (await Promise.all(chains)).flat();
}

const asId = (cb58: string | undefined): string | undefined =>
  cb58 === undefined ? undefined : (idOfCb58(cb58) ?? cb58);

async function findId({ BlockchainIdOfChain }: IcmDeps, chain: Chain): Promise<string | undefined> {
  const id = getBlockchainId(chain, await BlockchainIdOfChain.find(chain.chainId));
  return id === undefined ? undefined : idOfCb58(id);
}

const isGrouped = ({ groupBy }: IcmQuery, by: string): boolean => groupBy?.split(',').includes(by) ?? false;

/** Source and destination, as `TOTAL`. */
const groupName = (query: IcmQuery, from: string, to: string): string =>
  `${isGrouped(query, 'srcBlockchainId') ? toText(from) : ALL} ${isGrouped(query, 'destBlockchainId') ? toText(to) : ALL}`;

const ALL = 'all';
/** The only group without groupBy. */
export const TOTAL = `${ALL} ${ALL}`;
const toText = (id: string): string => (id === OTHERS ? OTHERS : toCb58(id));

/** Blockchains that a filter names are shown in every group. */
export function toGroup(query: IcmQuery, name: string): IcmGroup {
  const [from = ALL, to = ALL] = name.split(' ');
  return {
    srcBlockchainId: query.srcBlockchainId ?? from,
    destBlockchainId: query.destBlockchainId ?? to,
  };
}

export function addTo(groups: Map<string, number>, more: ReadonlyMap<string, number>): void {
  for (const [group, count] of more) groups.set(group, (groups.get(group) ?? 0) + count);
}

export const total = (groups: ReadonlyMap<string, number>): number =>
  [...groups.values()].reduce((sum, count) => sum + count, 0);
