import * as fc from 'fast-check';
import { createSources } from '../../../../lambdas/exports/sources/source-of';
import { merge } from '../../../../lambdas/exports/steps/merge';
import { type WriteDeps, writeRows } from '../../../../lambdas/exports/steps/write-rows';
import { readCsv } from '../../../support/exports/csv';
import { anOperation } from '../../../support/exports/operations';
import { type ExportKind, exportedNetwork, primaryBody, TYPES } from '../../../support/exports/primary';
import { stretchedNetwork } from '../../../support/exports/stretched';
import { memoryFiles, runExport } from '../../../support/exports/world';
import { runs } from '../../../support/full';
import { muteLog } from '../../../support/mute-log';
import { everybodyIn } from '../../../support/pchain/expected/everybody';
import type { FileRow } from '../../../support/pchain/expected/export-ledger';
import { isoSeconds } from '../../../support/pchain/expected/export-text';
import { RECORDINGS } from '../../../support/pchain/recorded';

muteLog();

const KINDS: readonly ExportKind[] = ['ledger', 'staking', 'simple'];
const CASES = RECORDINGS.flatMap((path) => KINDS.map((kind) => [kind, path] as const));
const toDay = ({ Date: koinly = '', date = koinly }: FileRow): string => date.slice(0, 10);

async function world(path: string) {
  const network = await stretchedNetwork(path);
  return { ...network, addresses: everybodyIn(network.recording).addresses };
}

describe.each(CASES)('a multi-day export: %s of %s', (kind, path) => {
  test('a stretched recording exports the same rows at later times', async () => {
    const { addresses, getTime, ...network } = await world(path);
    const { rows } = await exportedNetwork(path);
    const at = (iso: string): string => isoSeconds(getTime(Date.parse(iso) / 1_000));
    const later = (row: FileRow): FileRow =>
      row.Date === undefined
        ? { ...row, date: at(row.date ?? '') }
        : {
            ...row,
            Date: at(`${row.Date.replace(' ', 'T')}Z`)
              .replace('T', ' ')
              .replace('Z', ''),
          };
    const found = readCsv<FileRow>((await runExport(network, primaryBody(kind, addresses))).file);
    expect(found).toEqual((await rows(kind, addresses)).map(later));
    expect(new Set(found.map(toDay)).size).toBeGreaterThan(path === RECORDINGS[0] ? 8 : 2);
  });
  test('an export has the same bytes for any part size', async () => {
    const { addresses, ...network } = await world(path);
    const some = [addresses, addresses.slice(0, 2)];
    for (const [of = [], partRows] of [...some.map((one) => [one, 23] as const), [some[1], 1] as const]) {
      const body = primaryBody(kind, of);
      const whole = await runExport(network, body, 10_000);
      const inParts = await runExport(network, body, partRows);
      const rows = Number(whole.operation.file?.rows);
      expect([whole.parts.size, inParts.parts.size]).toEqual([1, Math.max(1, Math.ceil(rows / partRows))]);
      expect(Buffer.compare(inParts.file, whole.file)).toBe(0);
    }
  });
  test('an export of some days has exactly their rows, the first and the last day included', async () => {
    const { addresses, ...network } = await world(path);
    const all = readCsv<FileRow>((await runExport(network, primaryBody(kind, addresses))).file);
    const days = [...new Set(all.map(toDay))];
    const day = fc.nat({ max: days.length - 1 });
    await fc.assert(
      fc.asyncProperty(day, day, async (a, b) => {
        const [firstDate = '', lastDate = ''] = [days[Math.min(a, b)], days[Math.max(a, b)]];
        const { file } = await runExport(network, primaryBody(kind, addresses, { firstDate, lastDate }));
        expect(readCsv<FileRow>(file)).toEqual(all.filter((row) => toDay(row) >= firstDate && toDay(row) <= lastDate));
      }),
      runs(4, 240),
    );
  });
  test('an export cut by the plan and continued from nextDate has every row once', async () => {
    const { addresses, ...network } = await world(path);
    const all = readCsv<FileRow>((await runExport(network, primaryBody(kind, addresses))).file);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 5, max: 90 }), async (maxRows, partRows) => {
        const { limits } = network.deps;
        const deps = { ...network.deps, limits: { ...limits, pro: { ...limits.pro, exportRows: maxRows } } };
        const rows: FileRow[] = [];
        for (let firstDate: string | undefined = '2025-12-01'; firstDate; ) {
          const body = primaryBody(kind, addresses, { firstDate });
          const { operation, file } = await runExport({ ...network, deps }, body, partRows);
          const own = readCsv<FileRow>(file);
          expect(own.length <= maxRows || new Set(own.map(toDay)).size === 1).toBe(true);
          rows.push(...own);
          const { nextDay } = operation.progress;
          const next = nextDay === undefined ? undefined : isoSeconds(nextDay * 86_400).slice(0, 10);
          if (next !== undefined) expect(next > firstDate).toBe(true);
          firstDate = next;
        }
        expect(rows).toEqual(all);
      }),
      runs(2, 120),
    );
  });
  test('an export killed before and after every step has the same bytes', async () => {
    const { addresses, deps, table } = await world(path);
    const reference = await runExport({ deps, table }, primaryBody(kind, addresses));
    const operation = anOperation({ type: TYPES[kind], request: reference.operation.request, operationId: 'killed' });
    const { operations, files, store } = {
      operations: { ...deps.Operation, ...deps.write.Operation },
      ...memoryFiles(),
    };
    await deps.write.Operation.create(operation, 10);
    const getSource = createSources(table, deps, deps.now);
    const step: WriteDeps = {
      operations,
      files: store,
      getSource,
      now: () => operation.createdAt,
      steady: deps.now,
      partRows: 40,
    };
    const killed = (): never => {
      throw new Error('killed');
    };
    const before =
      <Given extends unknown[]>(_: (...given: Given) => unknown) =>
      async (..._given: Given) =>
        killed();
    const after =
      <Given extends unknown[]>(call: (...given: Given) => unknown) =>
      async (...given: Given) => {
        await call(...given);
        return killed();
      };
    let kills = 0;
    const parts = () => deps.Operation.find(operation).then((one) => one?.progress.parts.length ?? 0);
    for (let next = 'WritePart'; next === 'WritePart'; ) {
      const deaths: WriteDeps[] = [before, after].flatMap((at) => [
        { ...step, files: { putPart: at(store.putPart) } },
        { ...step, operations: { ...operations, advance: at(operations.advance) } },
      ]);
      for (const death of deaths)
        await writeRows(death, operation).then(
          () => undefined,
          (error: Error) => {
            expect(error.message).toBe('killed');
            kills += 1;
          },
        );
      ({ next } = await writeRows(step, operation));
      expect(await parts()).toBeLessThan(200);
    }
    await merge({ operations, files: store }, operation);
    expect(kills).toBeGreaterThan(3);
    expect(Buffer.compare(files.get('killed') ?? Buffer.of(), reference.file)).toBe(0);
  });
});
