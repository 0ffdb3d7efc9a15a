import type { Chain } from '../../core/contract/config';
import { idOfCb58 } from '../../core/domain/cb58';
import { NodeRefused } from '../../core/node/errors';
import { type Clock, steadyClock } from '../../core/runtime/clock';
import type { Table } from '../../core/table/table';
import type { Hex, RawBlock } from '../domain/rpc';
import type { Blocks } from '../node/blocks';
import { blockchainIdItems, chainBlockchainIdKey, readChainBlockchainId } from '../teleporter/rows/items';

/** What a chain's blockchain id is found with. */
export interface BlockchainIdDeps {
  readonly chain: Pick<Chain, 'chainId' | 'blockchainId' | 'teleporterMessengers'>;
  readonly table: Pick<Table, 'get' | 'write'>;
  readonly node: Pick<Blocks, 'blockchainId'>;
}

/** What nodes answered, by EVM chain id: it never changes. undefined of a chain that has none. */
const known = new Map<string, Hex | undefined>();
/** When a node last failed to tell it, Unix ms, by EVM chain id. */
const failedAt = new Map<string, number>();
/** For so long, ms, such a node is asked again only where a block needs it: blocks should not wait for it. */
const RETRY_MS = 60_000;

/**
 * Adds the chain's blockchain id to blocks in which one of its messengers logged something: the configured one, else the
 * node's, which is stored: readers of the table learn it, and later processes whose node refuses to tell it. A chain
 * without one has no messages, which is logged. Throws NodeError where the node is away and a block needs it.
 */
export function createBlockchainId({ chain, table, node }: BlockchainIdDeps, steady: Clock = steadyClock) {
  const { chainId, blockchainId, teleporterMessengers } = chain;
  const configured = blockchainId === undefined ? undefined : idOfCb58(blockchainId);
  const messengers = new Set(teleporterMessengers);
  const isConcerned = ({ receipts }: RawBlock): boolean =>
    receipts.some(({ logs }) => logs.some(({ address }) => messengers.has(address.toLowerCase())));

  const ask = async (): Promise<Hex | undefined> => {
    if (known.has(chainId)) return known.get(chainId);
    const id = await node.blockchainId();
    if (id) await table.write(blockchainIdItems(chainId, id).map((put) => ({ put })));
    known.set(chainId, id);
    return id;
  };
  /** What the node answered an earlier process. */
  const stored = async (): Promise<Hex | undefined> => {
    const item = await table.get(chainBlockchainIdKey(chainId));
    return item && readChainBlockchainId(item);
  };

  return async (raws: readonly RawBlock[]): Promise<RawBlock[]> => {
    if (messengers.size === 0) return [...raws];
    const concerned = new Set(raws.filter(isConcerned));
    // Also where no block needs it yet: messages to this chain show its EVM chain id.
    const asks = concerned.size > 0 || steady() - (failedAt.get(chainId) ?? 0) > RETRY_MS;
    const found = configured === undefined && asks ? ask() : undefined;
    const id =
      configured ??
      (await found?.catch((error: unknown) => {
        failedAt.set(chainId, steady());
        if (concerned.size === 0) return undefined;
        // A node that refuses the call may do so for ever, as one without state does.
        if (error instanceof NodeRefused) return stored();
        throw error;
      }));
    if (id === undefined && concerned.size > 0)
      console.warn({
        chainId,
        message: 'messages are not indexed: set blockchainId in the configuration, as the node does not tell it',
      });
    return id === undefined ? [...raws] : raws.map((raw) => (concerned.has(raw) ? { ...raw, blockchainId: id } : raw));
  };
}
