import type { NetworkFacts } from '../../../pchain/domain/networks';
import { mergeSorted } from '../sorted-streams';
import { readTxs } from './details';
import { readStakeEnds } from './stake-ends';
import { getKind, stakeOfGenesis, stakeOfTx } from './stakes';
import { type StakingContext, stakingContext } from './staking-context';
import { type StakingRow, stakingRow } from './staking-row';
import type { PRange, PTable } from './table';

/** In order. Ends up to `after` are omitted, as each run scans the stakes again. */
export async function* stakingRows(
  table: PTable,
  range: PRange,
  { genesisTime }: Pick<NetworkFacts, 'genesisTime'>,
  after: string | undefined,
): AsyncGenerator<StakingRow> {
  const context = await stakingContext(table, range, genesisTime);
  async function* ends() {
    yield await readStakeEnds(context, after);
  }
  const streams = range.addresses.flatMap((address) => [begins(context, address), rewards(context, address)]);
  let before: string | undefined;
  for await (const row of mergeSorted([...streams, ends()])) {
    if (row.time >= range.end) return;
    // Several addresses may share a stake or a reward.
    if (row.sort !== before) yield row;
    before = row.sort;
  }
}

async function* begins(context: StakingContext, address: string) {
  const { table, range, own, share, validators, genesisTime } = context;
  const { network, from, to, addresses } = range;
  const list = table.PStakeOf.all(network, { address }, { from, to });
  for await (const rows of table.pages(list, 2 * addresses.length)) {
    // The list has a stake twice if it rewards the address twice.
    const stakes = new Map(rows.map(({ value }) => [value.txId, value]));
    const ids = [...stakes.values()].filter(({ created }) => created.block > 0).map(({ txId }) => txId);
    const txs = new Map(readTxs(await table.PTx.byIds(network, ids, true)).map((read) => [read.row.id, read]));
    yield [...stakes.values()].flatMap(({ txId, nodeId, created }): StakingRow[] => {
      const event = 'begin' as const;
      const [read, genesis, validator] = [txs.get(txId), share.stakes.get(txId), validators.get(txId)];
      if (read) {
        const { time } = read.row;
        return [stakingRow(network, created, { event, time, txId, ...stakeOfTx(read, nodeId, own) })];
      }
      if (!genesis || !validator) return [];
      const { stake, addresses: concerned } = stakeOfGenesis(genesis, validator, own);
      return [stakingRow(network, created, { event, time: genesisTime, stake, addresses: concerned })];
    });
  }
}

async function* rewards({ table, range, own }: StakingContext, address: string) {
  const { network, from, to, addresses } = range;
  const list = table.PReward.ofAddress(network, address, { from, to });
  for await (const rows of table.pages(list, 2 * addresses.length)) {
    const ids = rows.flatMap(({ value: { by, stake } }) => [by, stake.txId]);
    const txs = new Map((await table.PTx.byIds(network, [...new Set(ids)], true)).map((row) => [row.id, row]));
    yield rows.flatMap(({ value }): StakingRow[] => {
      const { by, block, amount, owners, kind: reward, outputIndex } = value;
      const [paying, staking] = [txs.get(by), txs.get(value.stake.txId)];
      if (!paying) return [];
      const { txId, nodeId, start, end, weight } = value.stake;
      // Without a transaction it is a genesis stake, and the genesis has no delegators.
      const kind = staking ? getKind(staking) : 'validator';
      const stake = { txId, kind, nodeId, start, end, weight } as const;
      const paid = { amount, addresses: own(owners.addresses), reward };
      return [
        stakingRow(
          network,
          { block, tx: 0 },
          { event: 'reward', time: paying.time, txId: by, stake, ...paid },
          outputIndex,
        ),
      ];
    });
  }
}
