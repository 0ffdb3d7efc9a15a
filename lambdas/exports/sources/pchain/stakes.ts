import type { UnsignedTx } from '../../../pchain/domain/codec/tx';
import type { PlacedTxRow } from '../../../pchain/domain/rows';
import type { StakeOf } from '../../../pchain/domain/stakes';
import type { PValidatorRow } from '../../../pchain/domain/validators';
import { ownOutputs } from '../../../pchain/views/transaction-outputs';
import type { ReadTx } from './details';
import type { GenesisStake } from './genesis';
import type { Own } from './own';

/** A stake, or a cycle of one. IDs in hex with 0x, times in Unix seconds, amounts in nAVAX. */
interface ExportedStake {
  readonly txId: string;
  readonly kind: StakeOf['kind'];
  readonly nodeId: string;
  readonly start: number;
  readonly end: number;
  readonly weight: bigint;
  readonly potentialReward?: bigint;
}

export interface OwnedStake {
  readonly stake: ExportedStake;
  readonly addresses: readonly string[];
  /** Owned by these addresses, nAVAX; absent if unknown. */
  readonly amount?: bigint;
}

export const getKind = ({ type }: Pick<PlacedTxRow, 'type'>): StakeOf['kind'] =>
  type === 'AddDelegatorTx' || type === 'AddPermissionlessDelegatorTx' ? 'delegator' : 'validator';

export function stakeOfTx({ row, tx }: ReadTx, nodeId: string, own: Own): OwnedStake {
  const outputs = ownOutputs(row, tx).filter(({ origin }) => origin === 'stake');
  const { start = 0, end = 0, potentialReward } = row.additions.stake ?? {};
  const owners = outputs.flatMap((output) => output.owners.addresses);
  return {
    stake: {
      txId: row.id,
      kind: getKind(row),
      nodeId,
      start,
      end,
      weight: sum(outputs),
      ...(potentialReward === undefined ? {} : { potentialReward }),
    },
    addresses: [...new Set(own([...owners, ...getRewardOwners(tx)]))],
    amount: sum(outputs.filter((output) => own(output.owners.addresses).length > 0)),
  };
}

/** Owners of a genesis stake, and so `amount`, are only known once it has ended. */
export const stakeOfGenesis = (
  { txId, addresses, returned }: GenesisStake,
  { nodeId, start, end, weight, potentialReward }: PValidatorRow,
  own: Own,
): OwnedStake => ({
  stake: { txId, kind: 'validator', nodeId, start, end, weight, potentialReward },
  addresses,
  ...(returned.length > 0 ? { amount: sum(returned.filter(({ owners }) => own(owners.addresses).length > 0)) } : {}),
});

const getRewardOwners = (tx: UnsignedTx): readonly string[] => [
  ...('rewardsOwner' in tx ? tx.rewardsOwner.addresses : []),
  ...('validationRewardsOwner' in tx ? tx.validationRewardsOwner.addresses : []),
  ...('delegationRewardsOwner' in tx ? tx.delegationRewardsOwner.addresses : []),
];

const sum = (outputs: readonly { readonly amount: bigint }[]): bigint =>
  outputs.reduce((total, { amount }) => total + amount, 0n);
