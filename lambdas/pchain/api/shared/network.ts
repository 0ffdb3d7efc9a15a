import { type Cursor, visibleBlock } from '../../../chain/domain/cursor';
import { ApiError, badRequest, notFound } from '../../../core/contract/errors';
import type { PChain } from '../../../core/contract/pchain-config';
import { pChainSource } from '../../../core/contract/pchain-source';
import { toCb58 } from '../../../core/domain/cb58';
import type { Page } from '../../../core/http/page';
import type { NetworkFacts } from '../../domain/networks';
import { PRIMARY_NETWORK } from '../../domain/replay/state';
import type { Deps } from '../implement';

/** A network whose P-chain is indexed, as a request sees it. */
export interface IndexedNetwork {
  readonly network: string;
  readonly facts: NetworkFacts;
  readonly cursor: Cursor;
  /** The last block that readers see. */
  readonly head: number;
  /** The last block of a list: the head when the first page was given. */
  readonly cut: number;
  /** The first block; above 0, what was before is not known. */
  readonly start: number;
  /** Which blocks are indexed, in words. */
  readonly range: string;
}

/** testnet means fuji. */
const getName = (name: string): string => (name === 'testnet' ? 'fuji' : name);

/** The network of a request. 400 if it is not configured. */
export function configuredNetwork(pChains: readonly PChain[], name: string): PChain {
  const network = getName(name);
  const pChain = pChains.find((one) => one.network === network);
  if (pChain) return pChain;
  const known = pChains.map((one) => one.network).join(', ') || 'none';
  throw badRequest('network', `${name} is no network of this deployment, which has ${known}`);
}

/**
 * The network of a request and what of it readers see. 400 if it is not configured, 404 if it is not indexed, 503 before
 * its indexer has reached its node.
 */
export async function indexedNetwork(
  { pChains, Cursor, PNetwork }: Deps<{ reads: ['Cursor', 'PNetwork'] }>,
  name: string,
  page?: Pick<Page, 'cut'>,
): Promise<IndexedNetwork> {
  const pChain = configuredNetwork(pChains, name);
  const { network } = pChain;
  if (!pChain.index) throw notFound(`an index of the P-chain of ${network}`);
  const chain = pChainSource(network);
  const facts = await PNetwork.facts(network);
  let cursor = await Cursor.find(chain);
  const given = typeof page?.cut === 'number' ? page.cut : Number.POSITIVE_INFINITY;
  // The first page came from a function with a newer cursor.
  if (Number.isFinite(given) && cursor && given > visibleBlock(cursor)) cursor = await Cursor.find(chain, true);
  // Rows of what was before the first block are written with it.
  if (!facts || !cursor || visibleBlock(cursor) < cursor.start) throw notIndexedYet(network);
  const head = visibleBlock(cursor);
  const { start } = cursor;
  const range = `indexed ${start > 0 ? `from block ${start} ` : ''}up to ${head}`;
  return { network, facts, cursor, head, cut: Math.min(given, head), start, range };
}

/** 503 for a network whose index has not begun. */
export const notIndexedYet = (network: string): ApiError =>
  new ApiError(503, `the P-chain of ${network} is not indexed yet; try again`);

/** 404 for what needs all blocks, where the index begins with a later one. `what` begins the sentence. */
export function requireFirstBlock({ network, start }: Pick<IndexedNetwork, 'network' | 'start'>, what: string): void {
  if (start > 0)
    throw new ApiError(
      404,
      `${what} on the P-chain of ${network} is not indexed on this deployment: the index begins with block ${start}, and what addresses owned before is not known`,
    );
}

/** The id of the P-chain, on every network. */
export const P_CHAIN_ID = toCb58(PRIMARY_NETWORK);
/** The ids of the X-chains of mainnet and fuji. */
const X_CHAIN_IDS = [
  '2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM',
  '2JVSBoinj9C2J33VntvzYtVJNZdN2NKiwwKjcumHUWEb5DbBrm',
];

/** Whether a blockchain is the P-chain, by its name or its id. */
export const isPChainId = (blockchainId: string): boolean => blockchainId === 'p-chain' || blockchainId === P_CHAIN_ID;
/** Why a blockchain of a primary network is refused. */
export const notIndexedChain = (blockchainId: string): string =>
  `${blockchainId} is not indexed on this deployment: of a primary network, the P-chain is`;

/** 404 for a blockchain other than the P-chain: its transactions are not indexed. */
export function requirePChain(blockchainId: string): void {
  if (!isPChainId(blockchainId)) throw new ApiError(404, notIndexedChain(blockchainId));
}

/** 404 for a blockchain other than the X-chain, which has what is asked for, and the P-chain. */
export function requireXChain(blockchainId: string): void {
  if (blockchainId !== 'x-chain' && !X_CHAIN_IDS.includes(blockchainId)) requirePChain(blockchainId);
}
