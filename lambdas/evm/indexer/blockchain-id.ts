import type { Chain } from '../../core/contract/config';
import { idOfCb58 } from '../../core/domain/cb58';
import { NodeRefused } from '../../core/node/errors';
import { type Clock, steadyClock } from '../../core/runtime/clock';
import { log } from '../../core/runtime/log';
import type { Table } from '../../core/table/table';
import type { Hex, RawBlock } from '../domain/rpc';
import type { Blocks } from '../node/blocks';
import { blockchainIdItems, chainBlockchainIdKey, readChainBlockchainId } from '../teleporter/rows/items';

export interface BlockchainIdDeps {
  readonly chain: Pick<Chain, 'chainId' | 'blockchainId' | 'teleporterMessengers'>;
  readonly table: Pick<Table, 'get' | 'write'>;
  readonly node: Pick<Blocks, 'blockchainId'>;
}

/** By EVM chain ID. Blockchain IDs never change; undefined if the chain has none. */
const known = new Map<string, Hex | undefined>();
/** By EVM chain ID, ms on the steady clock. */
const failedAt = new Map<string, number>();
/** Pause after a failure, unless a block needs the ID: other blocks must not wait for it. */
const RETRY_MS = 60_000;

/**
 * Adds the configured or the node's blockchain ID to blocks with messenger logs. Without one, their
 * messages are not indexed. Throws NodeError if a block needs the ID and the node is down.
 */
export function createBlockchainId({ chain, table, node }: BlockchainIdDeps, steady: Clock = steadyClock) {
  const { chainId, blockchainId, teleporterMessengers } = chain;
  const configured = blockchainId === undefined ? undefined : idOfCb58(blockchainId);
  const hasMessengerLogs = messengerLogs(teleporterMessengers);

  const fetchId = async (): Promise<Hex | undefined> => {
    if (known.has(chainId)) return known.get(chainId);
    const id = await node.blockchainId();
    if (id) await table.write(blockchainIdItems(chainId, id).map((put) => ({ put })));
    known.set(chainId, id);
    return id;
  };
  const stored = async (): Promise<Hex | undefined> => {
    const item = await table.get(chainBlockchainIdKey(chainId));
    return item && readChainBlockchainId(item);
  };

  return async (raws: readonly RawBlock[]): Promise<RawBlock[]> => {
    if (teleporterMessengers.length === 0) return [...raws];
    const concerned = new Set(raws.filter(hasMessengerLogs));
    // Even if no block needs it yet: messages to this chain show its EVM chain ID.
    const shouldFetch = concerned.size > 0 || steady() - (failedAt.get(chainId) ?? 0) > RETRY_MS;
    const fetching = configured === undefined && shouldFetch ? fetchId() : undefined;
    const id =
      configured ??
      (await fetching?.catch((error: unknown) => {
        failedAt.set(chainId, steady());
        if (concerned.size === 0) return undefined;
        // The refusal may be permanent, for example on a node without state.
        if (error instanceof NodeRefused) return stored();
        throw error;
      }));
    if (id === undefined && concerned.size > 0)
      log.warn('messages are not indexed: set blockchainId in the configuration, the node does not report it', {
        chainId,
      });
    return id === undefined ? [...raws] : raws.map((raw) => (concerned.has(raw) ? { ...raw, blockchainId: id } : raw));
  };
}

/**
 * Adds the ID that is configured or stored to blocks with messenger logs, without a call to the node. Others keep
 * theirs.
 */
export async function createKnownBlockchainId(
  { chainId, blockchainId, teleporterMessengers }: BlockchainIdDeps['chain'],
  table: Pick<Table, 'get'>,
): Promise<(raw: RawBlock) => RawBlock> {
  const item = blockchainId === undefined ? await table.get(chainBlockchainIdKey(chainId)) : undefined;
  const id = blockchainId === undefined ? item && readChainBlockchainId(item) : idOfCb58(blockchainId);
  const isConcerned = messengerLogs(teleporterMessengers);
  return (raw) => (id !== undefined && isConcerned(raw) ? { ...raw, blockchainId: id } : raw);
}

function messengerLogs(teleporterMessengers: readonly string[]): (raw: RawBlock) => boolean {
  const messengers = new Set(teleporterMessengers);
  return ({ receipts }) =>
    receipts.some(({ logs }) => logs.some(({ address }) => messengers.has(address.toLowerCase())));
}
