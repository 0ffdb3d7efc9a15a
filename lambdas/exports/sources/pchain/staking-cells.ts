import { toCb58 } from '../../../core/domain/cb58';
import { addressText } from '../../../pchain/domain/bech32-address';
import type { NetworkFacts } from '../../../pchain/domain/networks';
import { nodeIdText } from '../../../pchain/domain/node-id';
import type { StakingColumn } from '../../contract/primary-network-exports';
import { isoTime } from '../../domain/dates';
import { inAvax } from './ledger-cells';
import type { StakingRow } from './staking-row';

export function stakingCells(row: StakingRow, { hrp }: NetworkFacts): Partial<Record<StakingColumn, string>> {
  const { event, stake, addresses, amount, reward, isRewarded, txId } = row;
  const promised = event === 'begin' ? stake.potentialReward : undefined;
  return {
    date: isoTime(row.time),
    network: row.chainId,
    block: String(row.block),
    ...(txId === undefined ? {} : { transactionId: toCb58(txId) }),
    event,
    kind: stake.kind,
    addresses: addresses.map((one) => addressText(one, hrp)).join(' '),
    ...(amount === undefined ? {} : { amount: inAvax(amount), rawAmount: String(amount) }),
    ...(reward === undefined ? {} : { reward }),
    ...(isRewarded === undefined ? {} : { rewarded: isRewarded ? 'yes' : 'no' }),
    stakingTransactionId: toCb58(stake.txId),
    nodeId: nodeIdText(stake.nodeId),
    start: isoTime(stake.start),
    end: isoTime(stake.end),
    stake: inAvax(stake.weight),
    rawStake: String(stake.weight),
    ...(promised === undefined ? {} : { potentialReward: inAvax(promised) }),
  };
}
