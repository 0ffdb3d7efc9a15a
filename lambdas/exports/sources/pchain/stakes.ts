import type { UnsignedTx } from '../../../pchain/domain/codec/tx';
import type { PlacedTxRow } from '../../../pchain/domain/rows';
import type { StakeOf } from '../../../pchain/domain/stakes';
import type { PValidatorRow } from '../../../pchain/domain/validators';
import { ownOutputs } from '../../../pchain/views/transaction-outputs';
import type { ReadTx } from './details';
import type { GenesisStake } from './genesis';
import type { Own } from './own';

/** A stake, or a cycle of one. Ids are 0x and digits, times Unix seconds, amounts nAVAX. */
interface ExportedStake {
  readonly txId: string;
  readonly kind: StakeOf['kind'];
  readonly nodeId: string;
  readonly start: number;
  readonly end: number;
  readonly weight: bigint;
  /** What it was promised when it began. */
  readonly potentialReward?: bigint;
}

/** A stake with what exported addresses have to do with it. */
export interface OwnedStake {
  readonly stake: ExportedStake;
  /** Those that own it or are to get its rewards. */
  readonly addresses: readonly string[];
  /** What they own of it; absent where nobody can know. */
  readonly amount?: bigint;
}

/** Of what kind a stake is, by its transaction. */
export const getKind = ({ type }: Pick<PlacedTxRow, 'type'>): StakeOf['kind'] =>
  type === 'AddDelegatorTx' || type === 'AddPermissionlessDelegatorTx' ? 'delegator' : 'validator';

/** A stake of a node, by its transaction. */
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
    addresses: [...new Set(own([...owners, ...rewardedBy(tx)]))],
    amount: sum(outputs.filter((output) => own(output.owners.addresses).length > 0)),
  };
}

/** A stake of the genesis. Whose it is, is known once it has ended. */
export const stakeOfGenesis = (
  { txId, addresses, returned }: GenesisStake,
  { nodeId, start, end, weight, potentialReward }: PValidatorRow,
  own: Own,
): OwnedStake => ({
  stake: { txId, kind: 'validator', nodeId, start, end, weight, potentialReward },
  addresses,
  ...(returned.length > 0 ? { amount: sum(returned.filter(({ owners }) => own(owners.addresses).length > 0)) } : {}),
});

/** Those who are to get rewards of the stake that a transaction makes. */
const rewardedBy = (tx: UnsignedTx): readonly string[] => [
  ...('rewardsOwner' in tx ? tx.rewardsOwner.addresses : []),
  ...('validationRewardsOwner' in tx ? tx.validationRewardsOwner.addresses : []),
  ...('delegationRewardsOwner' in tx ? tx.delegationRewardsOwner.addresses : []),
];

const sum = (outputs: readonly { readonly amount: bigint }[]): bigint =>
  outputs.reduce((total, { amount }) => total + amount, 0n);
