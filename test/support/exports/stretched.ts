import { exactJson, fromExactJson } from '../../../lambdas/core/domain/exact-json';
import type { Table } from '../../../lambdas/core/table/table';
import { ATTRIBUTE } from '../../../lambdas/pchain/rows/items';
import { depsWith } from '../endpoints/deps';
import { getNetwork } from '../pchain/expected/network';
import { primaryWorld } from '../pchain/world';
import { exportDeps } from './primary';

/** Turns recordings of 15 minutes into weeks. */
const FACTOR = 3_600;
const BEGINS = Date.parse('2026-01-01T00:00:00Z') / 1_000;

type Item = Record<string, unknown>;

/** A recorded network, read through a table that stretches block times to weeks. Unix seconds. */
export async function stretchedNetwork(path: string) {
  const world = await primaryWorld(path);
  const [genesis] = getNetwork(world.recording).blocks;
  const began = genesis ? getNetwork(world.recording).getTime(genesis) : 0;
  const getTime = (time: number): number => BEGINS + (time - began) * FACTOR;
  const table = stretchedTable(world.table, getTime, (time) => began + Math.ceil((time - BEGINS) / FACTOR));
  const { pChains } = world.deps;
  const { deps } = await depsWith({ table, chains: [], pChains, cursors: Object.fromEntries(world.cursors) });
  return { ...world, table, getTime, deps: await exportDeps(deps) };
}

function stretchedTable(table: Table, getTime: (time: number) => number, timeBefore: (time: number) => number): Table {
  const stretch = (item: Item): Item => {
    const json = item[ATTRIBUTE.json];
    return json === undefined ? item : { ...item, [ATTRIBUTE.json]: exactJson(getTimes(fromExactJson(String(json)))) };
  };
  const getTimes = (row: Item): Item =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        if (name === 'time' || name === 'genesisTime') return [name, getTime(Number(value))];
        const isPoint = ['created', 'spent', 'returned'].includes(name) && !Array.isArray(value);
        return [name, isPoint ? getTimes(Object(value)) : value];
      }),
    );
  return {
    ...table,
    async get(...given) {
      const item = await table.get(...given);
      return item && stretch(item);
    },
    batchGet: async (...given) => (await table.batchGet(...given)).map(stretch),
    async query(range) {
      const isByTime = range.pk.startsWith('pd#');
      const since = timeBefore(Number.parseInt(range.low, 10));
      const low = isByTime ? String(Math.max(0, since)).padStart(10, '0') : range.low;
      const { items, more } = await table.query({ ...range, low });
      return { items: items.map(stretch), more };
    },
  };
}
