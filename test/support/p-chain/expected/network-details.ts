import type { Recording } from '../../../../demo/p-chain/recording';
import { must } from './json';
import { networkOf } from './network';

/** A `GetNetworkDetailsResponse` of the contract. */
type ExpectedNetworkDetails = {
  validatorDetails: {
    validatorCount: number;
    totalAmountStaked: string;
    estimatedAnnualStakingReward: string;
    stakingDistributionByVersion: { version: string; amountStaked: string; validatorCount: number }[];
    stakingRatio: string;
  };
  delegatorDetails: { delegatorCount: number; totalAmountStaked: string };
};

type Listed = { weight: string; connected: boolean; delegatorCount: string; delegatorWeight: string };

/** What the supply approaches, nAVAX, and what a stake of a year earns of what is left until there, percent. */
const SUPPLY_CAP = 720_000_000n * 1_000_000_000n;
const ANNUAL_PERCENT = 12n;

/**
 * The validators and delegators of the primary network as the node lists them after the block at a height. `version`:
 * what those run that are connected, which no recording tells.
 * @throws Error when the state of that height was not recorded.
 */
export function expectedNetworkDetails(recording: Recording, height: number, version: string): ExpectedNetworkDetails {
  const network = networkOf(recording);
  if (!network.hasState(height)) throw new Error(`the state at ${height} was not recorded`);
  const { validators } = network.answer<{ validators: Listed[] }>('platform.getCurrentValidators', {}, height);
  const supply = BigInt(network.answer<{ supply: string }>('platform.getCurrentSupply', {}, height).supply);
  const total = BigInt(network.answer<{ weight: string }>('platform.getTotalStake', {}, height).weight);
  const sum = (rows: readonly Listed[], of: 'weight' | 'delegatorWeight' | 'delegatorCount') =>
    rows.reduce((all, row) => all + BigInt(row[of]), 0n);
  const versions = Map.groupBy(validators, ({ connected }) => (connected ? version : 'offline'));
  return {
    validatorDetails: {
      validatorCount: validators.length,
      totalAmountStaked: String(sum(validators, 'weight')),
      estimatedAnnualStakingReward: percent(ANNUAL_PERCENT * (SUPPLY_CAP - supply), 100n * supply),
      stakingDistributionByVersion: [...versions]
        .map(([name, rows]) => ({
          ...{ version: name, amountStaked: String(sum(rows, 'weight')), validatorCount: rows.length },
        }))
        .sort((a, b) => (a.version < b.version ? 1 : -1)),
      stakingRatio: percent(total, supply),
    },
    delegatorDetails: {
      delegatorCount: Number(sum(validators, 'delegatorCount')),
      totalAmountStaked: String(sum(validators, 'delegatorWeight')),
    },
  };
}

/** A part as percent, rounded to two decimals. */
function percent(part: bigint, whole: bigint): string {
  const hundredths = String((20_000n * part + whole) / (2n * whole)).padStart(3, '0');
  return `${must(hundredths.slice(0, -2), 'digits')}.${hundredths.slice(-2)}`;
}
