import type { AllDeps } from '../endpoints/deps';
import { depsWith } from '../endpoints/deps';
import type { FileRow } from '../pchain/expected/export-ledger';
import type { Network } from '../pchain/expected/network';
import { primaryWorld } from '../pchain/world';
import { readCsv } from './csv';
import { runExport } from './world';

/** The day after all recorded blocks, Unix ms. */
const NOW_MS = Date.parse('2026-11-24T12:00:00Z');

export const TYPES = {
  ledger: 'TRANSACTION_EXPORT_PRIMARY_NETWORK',
  staking: 'TRANSACTION_EXPORT_PRIMARY_NETWORK_STAKING',
  simple: 'TRANSACTION_EXPORT_PRIMARY_NETWORK_SIMPLE',
} as const;
export type ExportKind = keyof typeof TYPES;

export const primaryBody = (kind: ExportKind, addresses: readonly string[], more: object = {}) => ({
  ...{ type: TYPES[kind], options: { addresses, includeChains: ['p-chain'] } },
  ...more,
});

export async function exportDeps(deps: AllDeps): Promise<AllDeps> {
  const { Operation, write } = (await depsWith()).deps;
  return { ...deps, Operation, write, now: () => NOW_MS };
}

/** `at`: the last block that readers see. */
export async function exportedNetwork(path: string, at?: number) {
  const world = await primaryWorld(path, at);
  const deps = await exportDeps(world.deps);
  const exported = (kind: ExportKind, addresses: readonly string[], more: object = {}, partRows?: number) =>
    runExport({ deps, table: world.table }, primaryBody(kind, addresses, more), partRows);
  return {
    ...world,
    deps,
    exported,
    async rows(kind: ExportKind, addresses: readonly string[], more: object = {}): Promise<FileRow[]> {
      const { file, operation } = await exported(kind, addresses, more);
      if (operation.status !== 'COMPLETED') throw new Error(JSON.stringify(operation));
      return readCsv<FileRow>(file);
    },
  };
}

/** The recording lacks the network's name. Throws if a row has another. */
export const withoutNetwork = (rows: readonly FileRow[], name: string): FileRow[] =>
  rows.map(({ network, ...row }) => {
    if (network !== name) throw new Error(`a row of ${network}`);
    return row;
  });

export const someHeights = (network: Network): number[] =>
  network.blocks.filter(({ tx, height }) => tx || Number(height) % 50 === 20).map(({ height }) => Number(height));
