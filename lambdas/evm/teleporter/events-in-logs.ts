import type { Chain } from '../../core/contract/config';
import type { RawBlock } from '../domain/rpc';
import { getTeleporterEvents, type TeleporterEvents } from './domain/decode';

const NO_EVENTS: TeleporterEvents = { events: [], mismatched: [], unreadable: [] };

export function createTeleporterEvents({
  chainId,
  network,
  teleporterMessengers,
}: Pick<Chain, 'chainId' | 'network' | 'teleporterMessengers'>) {
  const messengers = new Set(teleporterMessengers);
  return ({
    block,
    receipts,
    blockchainId,
  }: Pick<RawBlock, 'block' | 'receipts' | 'blockchainId'>): TeleporterEvents =>
    blockchainId === undefined
      ? NO_EVENTS
      : getTeleporterEvents({ block, receipts }, { network, chainId, blockchainId, messengers });
}
