import { inParallel } from '../../../core/runtime/concurrency';
import { placeOfEffect } from '../../../pchain/domain/places';
import type { PlacedTxRow } from '../../../pchain/domain/rows';
import type { StakeOf } from '../../../pchain/domain/stakes';
import { PART_ROWS } from '../../contract/exports';
import { readTxs } from './details';
import { type OwnedStake, stakeOfGenesis, stakeOfTx } from './stakes';
import type { StakingContext } from './staking-context';
import { type StakingRow, stakingRow } from './staking-row';

/** The rows of one part, plus one to see whether there are more. */
const MAX_ENDS = PART_ROWS + 1;
const MAX_PARALLEL = 8;

/** Scans all stakes: there is no index by end, and an auto-renewed stake may have begun at any time. */
export async function readStakeEnds(
  context: StakingContext,
  after: string | undefined,
  most = MAX_ENDS,
): Promise<readonly StakingRow[]> {
  const { table, range } = context;
  const { network, addresses, from, to, end } = range;
  let kept: StakingRow[] = [];
  const keep = (rows: readonly StakingRow[]): void => {
    const wanted = rows.filter(
      ({ sort, block, time }) => block >= from && block <= to && time < end && (after === undefined || sort > after),
    );
    kept.push(...wanted);
    if (kept.length > 2 * most) kept = takeFirst(kept, most);
  };
  keep(await endsOfGenesis(context));
  await inParallel(addresses, MAX_PARALLEL, async (address) => {
    const list = table.PStakeOf.all(network, { address }, { from: 0, to });
    for await (const rows of table.pages(list, addresses.length)) {
      const stakes = rows.map(({ value }) => value);
      keep(
        await endsOfStakes(
          context,
          stakes.filter(({ created, current }) => created.block > 0 && !current),
        ),
      );
    }
  });
  return takeFirst(kept, most);
}

/** Without duplicates, as several addresses may share a stake. */
const takeFirst = (rows: readonly StakingRow[], most: number): StakingRow[] =>
  [...new Map(rows.map((row) => [row.sort, row])).values()]
    .toSorted((a, b) => (a.sort < b.sort ? -1 : 1))
    .slice(0, most);

async function endsOfStakes({ table, range, own }: StakingContext, stakes: readonly StakeOf[]): Promise<StakingRow[]> {
  const { network } = range;
  const nodes = new Map(stakes.map(({ txId, nodeId }) => [txId, nodeId]));
  const read = readTxs(await table.PTx.byIds(network, [...nodes.keys()], true));
  const ending = await byIds(
    table,
    network,
    read.flatMap(({ row }) => row.rewardTxId ?? []),
  );
  return read.flatMap((one) => {
    const by = ending.get(one.row.rewardTxId ?? '');
    return by ? [endRow(network, by, stakeOfTx(one, nodes.get(one.row.id) ?? '', own))] : [];
  });
}

async function endsOfGenesis({ table, range, share, validators, own }: StakingContext): Promise<StakingRow[]> {
  const { network } = range;
  const ended = [...share.stakes.values()].flatMap((stake) => {
    const [validator, [first]] = [validators.get(stake.txId), stake.returned];
    return validator && first ? [{ owned: stakeOfGenesis(stake, validator, own), by: first.by }] : [];
  });
  const ending = await byIds(
    table,
    network,
    ended.map(({ by }) => by),
  );
  return ended.flatMap(({ owned, by }) => {
    const row = ending.get(by);
    return row ? [endRow(network, row, owned)] : [];
  });
}

async function byIds({ PTx }: StakingContext['table'], network: string, ids: readonly string[]) {
  const rows = await PTx.byIds(network, [...new Set(ids)], true);
  return new Map(rows.map((row) => [row.id, row]));
}

function endRow(network: string, { id, place, time, additions }: PlacedTxRow, owned: OwnedStake): StakingRow {
  const { created = [] } = additions;
  const isRewarded = created.some(({ origin }) => origin === 'validation reward' || origin === 'delegation reward');
  return stakingRow(network, placeOfEffect(place), { event: 'end', time, txId: id, ...owned, isRewarded });
}
