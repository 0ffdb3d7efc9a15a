import type { AppliedBlock } from '../../../lambdas/pchain/domain/applied-block';
import type { Output, Owners } from '../../../lambdas/pchain/domain/codec/parts';
import { type BlockEffects, noEffects } from '../../../lambdas/pchain/domain/replay/effects';
import { PRIMARY_NETWORK, type Staker } from '../../../lambdas/pchain/domain/replay/state';
import { hash } from './blocks';

const ASSET = hash(77);
const LOCK = 99n;

export const ownedBy = (...addresses: string[]): Owners => ({
  ...{ type: 'OutputOwners', locktime: 0n, threshold: 1, addresses: addresses.map((digits) => `0x${digits}`) },
});

/** `isLocked`: can only be staked. */
export function aStake(addresses: readonly string[], isLocked = false): Output {
  const plain = { ...ownedBy(...addresses), type: 'TransferOutput' as const, amount: 100n };
  return {
    assetId: ASSET,
    output: isLocked ? { type: 'StakeableLockOut', locktime: LOCK, output: plain } : plain,
  };
}

/** Seconds 50 to 70. */
export const aStaker = (more: Partial<Staker>): Staker => ({
  ...{ txId: hash(1), created: { block: 5, tx: 0 }, kind: 'validator', nodeId: `0x${'11'.repeat(20)}` },
  ...{ subnetId: PRIMARY_NETWORK, start: 50, end: 70, weight: 500n, potentialReward: 0n, delegateeReward: 0n },
  ...{ startPriority: 0, stake: [aStake(['aa'])], outputs: 1 },
  ...more,
});

type Created = BlockEffects['created'][number];
export const anOutput = (more: Partial<Created>): Created => ({
  ...{ txId: hash(1), outputIndex: 2, assetId: ASSET, amount: 5n, owners: ownedBy('aa'), origin: 'refund' },
  ...{ by: hash(9), ...more },
});

interface GivenBlock extends Partial<Pick<AppliedBlock, 'time' | 'stakers' | 'decided'>> {
  readonly number?: number;
  readonly effects?: Partial<BlockEffects>;
}
/** At second 50. */
export const anAppliedBlock = ({ number = 5, effects, ...more }: GivenBlock): AppliedBlock => ({
  raw: { number, parentHash: hash(0), block: { type: 'Unreadable', id: hash(number), size: 0, reason: '' } } as never,
  ...{ effects: { ...noEffects(), ...effects }, time: 50, subnets: new Map(), stakers: new Map(), ...more },
});
