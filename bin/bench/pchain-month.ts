import { PRICE } from '../../lambdas/core/contract/prices';
import { SECONDS_PER_MONTH } from '../../lib/price';
import { END, type Kind } from './pchain-replay';

/** What following took at the pace of a real network, with a transfer in each block. */
export interface Paced {
  readonly blocks: number;
  readonly seconds: number;
  readonly writeUnits: number;
  readonly nodeCalls: number;
  readonly s3Writes: number;
  readonly s3Reads: number;
  readonly busCalls: number;
}

/** What is assumed of mainnet: seconds between two blocks, and of 100 blocks those of each kind. */
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

/** What a month of mainnet takes, as sentences: assumptions, then what follows from them and from what was counted. */
export function describeMonth(paced: Paced, kinds: ReadonlyMap<string, Kind>): string[] {
  const blocks = SECONDS_PER_MONTH / SECONDS_PER_BLOCK;
  const perBlock = (name: string): number => {
    const kind = kinds.get(name);
    if (!kind) throw new Error(`no block with ${name} was counted`);
    return kind.units / kind.blocks;
  };
  const rows = Object.entries(BLOCKS_OF_100).reduce((sum, [name, count]) => sum + (count / 100) * perBlock(name), 0);
  // Cursor, lease and records of the network: what is left of a block without its rows.
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
    `A month of mainnet, assumed: a block every ${SECONDS_PER_BLOCK} s; of 100 blocks ${mix.join(', ')}, each with one transaction, but for ${END}, which takes two blocks. Write units by kind are of the recorded network and of the transfers.`,
    `Counted over ${paced.blocks} blocks in ${paced.seconds} s, a transfer each, polls each second: of a block ${(paced.writeUnits / paced.blocks).toFixed(2)} WRU, of which ${rest.toFixed(2)} are not its rows; ${(paced.nodeCalls / paced.blocks).toFixed(2)} calls to the node; ${(paced.s3Writes / paced.blocks).toFixed(3)} S3 writes and ${(paced.s3Reads / paced.blocks).toFixed(3)} reads (states and snapshots of validators); ${(paced.busCalls / paced.blocks).toFixed(2)} events.`,
    `So a month: ${millions(blocks)} blocks, ${(rows + rest).toFixed(2)} WRU a block, ${millions(units)} WRU $${dollars.writes.toFixed(2)}; ${millions(inMonth(paced.nodeCalls))} calls to the node; ${Math.round(s3Writes).toLocaleString('en')} S3 writes and ${Math.round(s3Reads).toLocaleString('en')} reads $${dollars.s3.toFixed(2)}; ${millions(events)} events $${dollars.events.toFixed(2)}. Together $${(dollars.writes + dollars.s3 + dollars.events).toFixed(2)}, besides what the follower costs while idle (printed at synth), reads and storage.`,
  ];
}
