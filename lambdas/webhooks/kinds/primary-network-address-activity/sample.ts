import { samplePlace, sampleTransaction } from '../pchain/sample-transaction';
import type { PrimaryNetworkAddressEvent } from './contract/message';

/** A nonexistent transaction that leaves zero balances. `now`: Unix ms. */
export function sampleEvent(network: string, address: string, block: number, now: number): PrimaryNetworkAddressEvent {
  const place = samplePlace(network, block, now);
  return {
    eventType: 'balance_change',
    ...place,
    addresses: [address],
    transaction: sampleTransaction('BaseTx', place),
    balances: {
      unlockedUnstaked: [],
      unlockedStaked: [],
      lockedPlatform: [],
      lockedStakeable: [],
      lockedStaked: [],
      pendingStaked: [],
      atomicMemoryUnlocked: [],
      atomicMemoryLocked: [],
    },
  };
}
