import * as fc from 'fast-check';
import { EVM_COLUMNS } from '../../../lambdas/exports/contract/exports';
import { readCsv } from '../../support/exports/csv';
import { type ExportedRow, expectSameRows, rowsOfLists } from '../../support/exports/list-rows';
import { aBody, createListReader, exportWorld, FINALITY_DEPTH, runExport, UNKNOWN } from '../../support/exports/world';
import { runs } from '../../support/full';
import { address } from '../../support/make/blocks';
import { PEOPLE } from '../../support/make/token-world';
import { muteLog } from '../../support/mute-log';

type World = Awaited<ReturnType<typeof exportWorld>>;
const addresses = PEOPLE.slice(0, 3).map(address);

/** The rows of the API's lists for these addresses, up to the last final block of each chain. */
const listed = ({ heads, ...world }: World, of: readonly string[] = addresses): Promise<ExportedRow[]> => {
  const chains = Object.entries(heads).map(([chainId, head]) => ({
    chainId,
    symbol: 'ETH',
    to: head - FINALITY_DEPTH,
  }));
  return rowsOfLists(createListReader({ heads, ...world }), of, chains, new Set([UNKNOWN]));
};
/** Lists omit the symbol of an ERC-1155 token, and the apostrophe that makes a symbol text. */
const asListed = (rows: readonly ExportedRow[]) =>
  rows.map((row) => ({ ...row, symbol: row.symbol.replace(/^'/, '') }));

muteLog();

describe('an export of EVM chains', () => {
  let world: World;
  let all: ExportedRow[];
  beforeAll(async () => {
    world = await exportWorld(1, 30);
    all = await listed(world);
  });

  test('the export has exactly the rows of every list of every address and chain', async () => {
    const { file, operation } = await runExport(world, aBody({ addresses }));
    const rows = readCsv(file);
    expect(rows.length).toBeGreaterThan(500);
    expect(new Set(rows.map(({ type }) => type))).toEqual(
      new Set(['native', 'erc20', 'erc721', 'erc1155', 'internal']),
    );
    expectSameRows(asListed(rows), all);
    expect(operation).toMatchObject({ status: 'COMPLETED', file: { rows: rows.length, bytes: file.length } });
  });
  test('the export is ordered by time, chain and block', async () => {
    const { file } = await runExport(world, aBody({ addresses }));
    const places = readCsv(file).map(({ date, chainId, block }) => [date, chainId === '31337' ? 0 : 1, Number(block)]);
    for (const [i, place] of places.slice(1).entries()) {
      const [date, chain, block] = place;
      const [before, chainBefore, blockBefore] = places[i] ?? [];
      expect(String(date) >= String(before)).toBe(true);
      if (date === before) expect(Number(chain)).toBeGreaterThanOrEqual(Number(chainBefore));
      if (date === before && chain === chainBefore) expect(Number(block)).toBeGreaterThanOrEqual(Number(blockBefore));
    }
  });
  test('the export has the documented header, and escapes cells that a spreadsheet would run', async () => {
    const { file } = await runExport(world, aBody({ addresses }));
    const text = Buffer.from(file).toString();
    expect(text.split('\r\n', 1)).toEqual([Object.keys(EVM_COLUMNS).join(',')]);
    expect(text).toContain(",'=SUM(1),");
    expect(text).not.toContain(',=');
    expect(text).toContain(',"A ""quoted"", name",');
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });
  test.each([
    [1, 5],
    [7, 20],
    [100, 40],
  ])('an export in parts of %i rows has the same bytes', async (partRows, blocks) => {
    const own = await exportWorld(1, blocks);
    const whole = await runExport(own, aBody({ addresses }));
    const inParts = await runExport(own, aBody({ addresses }), partRows);
    expect(inParts.parts.size).toBe(Math.ceil(Number(whole.operation.file?.rows) / partRows));
    expect(inParts.parts.size).toBeGreaterThan(5);
    expect(Buffer.compare(inParts.file, whole.file)).toBe(0);
  });
  test('a compressed export has the same rows', async () => {
    const plain = await runExport(world, aBody({ addresses }));
    const { file } = await runExport(world, aBody({ addresses }, { compression: 'gzip' }), 50);
    expect(readCsv(file, true)).toEqual(readCsv(plain.file));
    expect(file.length).toBeLessThan(plain.file.length / 2);
  });
  test('an export of some days has exactly their rows, the first and the last day included', async () => {
    const dates = [...new Set(all.map(({ date }) => date.slice(0, 10)))].toSorted();
    const [firstDate = '', lastDate = ''] = [dates[2], dates[5]];
    const { file } = await runExport(world, aBody({ addresses }, { firstDate, lastDate }));
    const wanted = all.filter(({ date }) => date.slice(0, 10) >= firstDate && date.slice(0, 10) <= lastDate);
    expect(wanted.length).toBeGreaterThan(50);
    expectSameRows(asListed(readCsv(file)), wanted);
  });
  test('an export of an address without activity has only the header', async () => {
    const { file, operation, parts } = await runExport(
      world,
      aBody({ addresses: [address(999)] }, { compression: 'gzip' }),
    );
    expect([readCsv(file, true), operation.file?.rows, parts.size]).toEqual([[], 0, 1]);
  });
  test('blocks that a backfill is writing are left out and named', async () => {
    const hiding = await exportWorld(1, 30);
    const cursor = hiding.cursors.get('31337');
    if (!cursor) throw new Error('the world has no cursor');
    hiding.cursors.set('31337', { ...cursor, hidden: [{ job: { from: 0, to: 9 }, ranges: [{ from: 2, to: 6 }] }] });
    const { file, operation } = await runExport(hiding, aBody({ addresses }));
    const isHidden = ({ chainId, block }: ExportedRow) =>
      chainId === '31337' && Number(block) >= 2 && Number(block) <= 6;
    expectSameRows(
      asListed(readCsv(file)),
      all.filter((row) => !isHidden(row)),
    );
    expect(operation.request).toMatchObject({ chains: [{ hidden: [{ from: 2, to: 6 }] }, { hidden: [] }] });
  });
});

describe('an export that exceeds the rows of the plan', () => {
  /** Continues an export from nextDate until nothing is left. */
  async function follow(world: World, maxRows: number, partRows: number, compression: object = {}) {
    const limits = { ...world.deps.limits, pro: { ...world.deps.limits.pro, exportRows: maxRows } };
    const limited = { ...world, deps: { ...world.deps, limits } };
    const rows: ExportedRow[] = [];
    const dates: string[] = [];
    for (let firstDate: string | undefined = '2023-10-01'; firstDate; ) {
      const { operation, file } = await runExport(
        limited,
        aBody({ addresses }, { firstDate, ...compression }),
        partRows,
      );
      const own = readCsv(file, 'compression' in compression);
      const days = new Set(own.map(({ date }) => date.slice(0, 10)));
      expect(own.length <= maxRows || days.size === 1).toBe(true);
      expect(operation.file?.rows).toBe(own.length);
      rows.push(...own);
      const { nextDay } = operation.progress;
      expect(operation.status).toBe(nextDay === undefined ? 'COMPLETED' : 'COMPLETED_WITH_WARNING');
      const next = nextDay === undefined ? undefined : new Date(nextDay * 86_400_000).toISOString().slice(0, 10);
      if (next !== undefined) {
        expect(next > firstDate).toBe(true);
        expect(own.every(({ date }) => date.slice(0, 10) < next)).toBe(true);
      }
      dates.push(firstDate);
      firstDate = next;
    }
    return { rows, dates };
  }

  test('an export is cut between two days, and has every row once when continued from nextDate', async () => {
    const world = await exportWorld(1, 24);
    const all = await listed(world);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 3, max: 200 }),
        fc.boolean(),
        async (maxRows, partRows, isCompressed) => {
          const compression = isCompressed ? { compression: 'gzip' } : {};
          const { rows, dates } = await follow(world, maxRows, partRows, compression);
          expect(dates.length).toBeGreaterThan(2);
          expectSameRows(asListed(rows), all);
        },
      ),
      runs(2, 120),
    );
  });
  test('an export with exactly the allowed rows is not cut', async () => {
    const world = await exportWorld(2, 12);
    const all = await listed(world);
    const { dates, rows } = await follow(world, all.length, 10);
    expect([dates.length, rows.length]).toEqual([1, all.length]);
    expect((await follow(world, all.length - 1, 10)).dates).toHaveLength(2);
  });
});
