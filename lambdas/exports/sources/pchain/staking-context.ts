import type { PValidatorRow } from '../../../pchain/domain/validators';
import { type GenesisShare, getGenesisShare } from './genesis';
import { type Own, ownIn } from './own';
import type { PRange, PTable } from './table';

export interface StakingContext {
  readonly table: PTable;
  readonly range: PRange;
  readonly own: Own;
  readonly share: GenesisShare;
  readonly validators: ReadonlyMap<string, PValidatorRow>;
  /** Unix seconds. */
  readonly genesisTime: number;
}

export async function stakingContext(table: PTable, range: PRange, genesisTime: number): Promise<StakingContext> {
  const share = await getGenesisShare(table, range);
  const validators = await table.PValidator.byPlaces(range.network, [...share.stakes.values()]);
  return {
    table,
    range,
    own: ownIn(range),
    share,
    validators: new Map(validators.map((row) => [row.txId, row])),
    genesisTime,
  };
}
