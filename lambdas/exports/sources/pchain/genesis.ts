import { inParallel } from '../../../core/runtime/concurrency';
import { keyOfOutput } from '../../../pchain/domain/derive';
import type { PUtxoRow } from '../../../pchain/domain/rows';
import type { StakeOf } from '../../../pchain/domain/stakes';
import type { PRange, PTable } from './table';

const MAX_PARALLEL = 16;
const GENESIS = { from: 0, to: 0 };

/** All outputs have this, if the index starts at block 0. */
export type MadeOutput = PUtxoRow & Required<Pick<PUtxoRow, 'created'>>;
const isMade = (row: PUtxoRow): row is MadeOutput => row.created !== undefined;

/** Its staking transaction is not in any block. */
export interface GenesisStake extends Pick<StakeOf, 'txId' | 'nodeId' | 'created'> {
  readonly addresses: readonly string[];
  /** Empty until the stake ends, as blocks do not show its outputs before. */
  readonly returned: readonly MadeOutput[];
}

export interface GenesisShare {
  /** Only outputs that were spent since: blocks have no data about the others. */
  readonly outputs: readonly MadeOutput[];
  readonly stakes: ReadonlyMap<string, GenesisStake>;
}

/** Genesis outputs and stakes, which no transaction in a block shows, as of block `to`. */
export async function getGenesisShare(
  { PUtxo, PUtxoOf, PStakeOf, pages }: PTable,
  { network, addresses, to }: PRange,
): Promise<GenesisShare> {
  const outputs = new Map<string, MadeOutput>();
  const concerned = new Map<string, { readonly stake: StakeOf; readonly addresses: Set<string> }>();
  await inParallel(addresses, MAX_PARALLEL, async (address) => {
    for await (const rows of pages(PUtxoOf.byTime(network, address, false, GENESIS), 1))
      for (const { value } of rows)
        if (isMade(value) && value.spent && value.spent.block <= to) outputs.set(keyOfOutput(value), value);
    for await (const rows of pages(PStakeOf.all(network, { address }, GENESIS), 1))
      for (const { value: stake } of rows) {
        const known = concerned.get(stake.txId) ?? { stake, addresses: new Set() };
        concerned.set(stake.txId, known);
        known.addresses.add(address);
      }
  });
  const stakes = new Map<string, GenesisStake>();
  await inParallel([...concerned.values()], MAX_PARALLEL, async ({ stake: { txId, nodeId, created }, ...of }) => {
    const rows = await PUtxo.ofTx(network, txId, true);
    const returned = rows.filter(isMade).filter(({ origin, created }) => origin === 'stake' && created.block <= to);
    stakes.set(txId, { txId, nodeId, created, addresses: addresses.filter((one) => of.addresses.has(one)), returned });
  });
  return { outputs: [...outputs.values()], stakes };
}
