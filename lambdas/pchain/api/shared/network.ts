import { type Cursor, visibleBlock } from '../../../chain/domain/cursor';
import { ApiError, badRequest, notFound } from '../../../core/contract/errors';
import type { PChain } from '../../../core/contract/pchain-config';
import { pChainSource } from '../../../core/contract/pchain-source';
import { toCb58 } from '../../../core/domain/cb58';
import type { Page } from '../../../core/http/page';
import type { NetworkFacts } from '../../domain/networks';
import { PRIMARY_NETWORK } from '../../domain/replay/state';
import type { Deps } from '../implement';

export interface IndexedNetwork {
  readonly network: string;
  readonly facts: NetworkFacts;
  readonly cursor: Cursor;
  /** Last visible block. */
  readonly head: number;
  /** Last block of a list: the head when its first page was served. */
  readonly cut: number;
  /** First block of the index; if above 0, earlier history is unknown. */
  readonly start: number;
  readonly range: string;
}

/** `testnet` is an alias of fuji. */
const getName = (name: string): string => (name === 'testnet' ? 'fuji' : name);

export function configuredNetwork(pChains: readonly PChain[], name: string): PChain {
  const network = getName(name);
  const pChain = pChains.find((one) => one.network === network);
  if (pChain) return pChain;
  const known = pChains.map((one) => one.network).join(', ') || 'none';
  throw badRequest('network', `${name} is not configured on this deployment, which has: ${known}`);
}

/** Throws 400 if not configured, 404 if not indexed, 503 until the first block is indexed. */
export async function indexedNetwork(
  { pChains, Cursor, PNetwork }: Deps<{ reads: ['Cursor', 'PNetwork'] }>,
  name: string,
  page?: Pick<Page, 'cut'>,
): Promise<IndexedNetwork> {
  const pChain = configuredNetwork(pChains, name);
  const { network } = pChain;
  if (!pChain.index) throw notFound(`an index of the P-Chain of ${network}`);
  const chain = pChainSource(network);
  const facts = await PNetwork.facts(network);
  let cursor = await Cursor.find(chain);
  const pageCut = typeof page?.cut === 'number' ? page.cut : Number.POSITIVE_INFINITY;
  // The first page was served with a newer cursor than the cached one.
  if (Number.isFinite(pageCut) && cursor && pageCut > visibleBlock(cursor)) cursor = await Cursor.find(chain, true);
  // Rows older than the first block are written together with it.
  if (!facts || !cursor || visibleBlock(cursor) < cursor.start) throw notIndexedYet(network);
  const head = visibleBlock(cursor);
  const { start } = cursor;
  const range = `indexed ${start > 0 ? `from block ${start} ` : ''}up to ${head}`;
  return { network, facts, cursor, head, cut: Math.min(pageCut, head), start, range };
}

export const notIndexedYet = (network: string): ApiError =>
  new ApiError(503, `the P-Chain of ${network} is not indexed yet; try again`);

/** Throws 404 unless the index starts at block 0. `subject`: plural, starts the message. */
export function requireFirstBlock(
  { network, start }: Pick<IndexedNetwork, 'network' | 'start'>,
  subject: string,
): void {
  if (start > 0)
    throw new ApiError(
      404,
      `${subject} on the P-Chain of ${network} are not indexed on this deployment: its index starts at block ${start}, and earlier holdings are unknown`,
    );
}

/** The same on every network. */
export const P_CHAIN_ID = toCb58(PRIMARY_NETWORK);
/** Mainnet and fuji. */
const X_CHAIN_IDS = [
  '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
  '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm',
];

export const isPChainId = (blockchainId: string): boolean => blockchainId === 'p-chain' || blockchainId === P_CHAIN_ID;
export const notIndexedChain = (blockchainId: string): string =>
  `${blockchainId} is not indexed on this deployment: only the P-Chain of a primary network is`;

/** Throws 404 for a blockchain other than the P-Chain. */
export function requirePChain(blockchainId: string): void {
  if (!isPChainId(blockchainId)) throw new ApiError(404, notIndexedChain(blockchainId));
}

/** Throws 404 unless it is the X-Chain, which would have the data, or the P-Chain. */
export function requireXChain(blockchainId: string): void {
  if (blockchainId !== 'x-chain' && !X_CHAIN_IDS.includes(blockchainId)) requirePChain(blockchainId);
}
