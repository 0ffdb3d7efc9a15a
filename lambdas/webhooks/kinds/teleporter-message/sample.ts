import type { Chain } from '../../../core/contract/config';
import { UNIVERSAL_MESSENGER } from '../../../core/contract/teleporter';
import type { WatchedEvent } from '../../../evm/teleporter/domain/watched';

const ZERO_HASH = `0x${'0'.repeat(64)}`;
const ZERO_ADDRESS = `0x${'0'.repeat(40)}`;

/** An empty, nonexistent message sent by a watched address. `now`: Unix ms. */
export const sampleEvent = ({ chainId, network }: Chain, from: string, block: number, now: number): WatchedEvent => ({
  name: 'SendCrossChainMessage',
  messenger: UNIVERSAL_MESSENGER,
  network,
  chainId,
  blockNumber: block,
  blockHash: ZERO_HASH,
  time: Math.floor(now / 1_000),
  txHash: ZERO_HASH,
  logIndex: 0,
  gasSpent: '0',
  messageId: ZERO_HASH,
  sourceBlockchainId: ZERO_HASH,
  destinationBlockchainId: ZERO_HASH,
  hasOwnId: false,
  message: { nonce: '0', from, to: ZERO_ADDRESS, requiredGasLimit: '0', allowedRelayers: [], receipts: [], data: '0x' },
  fee: { token: ZERO_ADDRESS, amount: '0' },
});
