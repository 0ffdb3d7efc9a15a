import { PRICE } from '../../lambdas/core/contract/prices';
import { SECONDS_PER_MONTH } from '../../lib/price';
import { END, type Kind } from './pchain-replay';

/** Usage while following at the pace of mainnet, one transfer per block. */
export interface Paced {
  readonly blocks: number;
  readonly seconds: number;
  readonly writeUnits: number;
  readonly nodeCalls: number;
  readonly s3Writes: number;
  readonly s3Reads: number;
  readonly busCalls: number;
}

const SECONDS_PER_BLOCK = 2;
const BLOCKS_OF_100: Readonly<Record<string, number>> = {
  BaseTx: 20,
  ImportTx: 17,
  ExportTx: 17,
  IncreaseL1ValidatorBalanceTx: 12,
  SetL1ValidatorWeightTx: 2,
  RegisterL1ValidatorTx: 2,
  AddPermissionlessDelegatorTx: 9,
  AddPermissionlessValidatorTx: 1,
  [END]: 20,
};

export function describeMonth(paced: Paced, kinds: ReadonlyMap<string, Kind>): string[] {
  const blocks = SECONDS_PER_MONTH / SECONDS_PER_BLOCK;
  const perBlock = (name: string): number => {
    const kind = kinds.get(name);
    if (!kind) throw new Error(`no blocks with ${name} were measured`);
    return kind.units / kind.blocks;
  };
  const rows = Object.entries(BLOCKS_OF_100).reduce((sum, [name, count]) => sum + (count / 100) * perBlock(name), 0);
  // Cursor, lease and network records: a block's write units beyond its rows.
  const rest = paced.writeUnits / paced.blocks - perBlock('BaseTx');
  const units = blocks * (rows + rest);
  const inMonth = (count: number): number => (count / paced.seconds) * SECONDS_PER_MONTH;
  const [s3Writes, s3Reads, events] = [paced.s3Writes, paced.s3Reads, paced.busCalls].map(inMonth) as [
    number,
    number,
    number,
  ];
  const dollars = {
    writes: units * PRICE.writeUnit,
    s3: s3Writes * PRICE.s3Write + s3Reads * PRICE.s3Read,
    events: events * PRICE.event,
  };
  const mix = Object.entries(BLOCKS_OF_100).map(
    ([name, count]) => `${count} ${name} (${perBlock(name).toFixed(1)} WRU)`,
  );
  const millions = (count: number): string => `${(count / 1e6).toFixed(2)} million`;
  return [
    `A month of mainnet, assuming a block every ${SECONDS_PER_BLOCK} s and, per 100 blocks, ${mix.join(', ')}; each has one transaction, except ${END}, which takes two blocks. Write units by kind come from the recorded network and the transfers.`,
    `Measured over ${paced.blocks} blocks in ${paced.seconds} s, one transfer each, polled every second. Per block: ${(paced.writeUnits / paced.blocks).toFixed(2)} WRU (${rest.toFixed(2)} of them beyond its rows); ${(paced.nodeCalls / paced.blocks).toFixed(2)} calls to the node; ${(paced.s3Writes / paced.blocks).toFixed(3)} S3 writes and ${(paced.s3Reads / paced.blocks).toFixed(3)} reads (states and validator snapshots); ${(paced.busCalls / paced.blocks).toFixed(2)} events.`,
    `Per month: ${millions(blocks)} blocks, ${(rows + rest).toFixed(2)} WRU a block, ${millions(units)} WRU $${dollars.writes.toFixed(2)}; ${millions(inMonth(paced.nodeCalls))} calls to the node; ${Math.round(s3Writes).toLocaleString('en')} S3 writes and ${Math.round(s3Reads).toLocaleString('en')} reads $${dollars.s3.toFixed(2)}; ${millions(events)} events $${dollars.events.toFixed(2)}. Total $${(dollars.writes + dollars.s3 + dollars.events).toFixed(2)}, plus the idle cost of the follower (printed at synth), reads and storage.`,
  ];
}
