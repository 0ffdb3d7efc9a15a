import type { SourceRow } from '../../../lambdas/exports/sources/row-source';
import { type WriteDeps, writeRows } from '../../../lambdas/exports/steps/write-rows';
import { depsWith, NOW } from '../../support/endpoints/deps';
import { anOperation, aRequest } from '../../support/exports/operations';
import { memoryFiles } from '../../support/exports/world';
import { muteLog } from '../../support/mute-log';

const DAY = 19_675;
/** Ten rows, two on each day. */
const ROWS: readonly SourceRow[] = Array.from({ length: 10 }, (_, i) => ({
  ...{ sort: String(i), day: DAY + Math.floor(i / 2), chainId: '1', block: i },
}));

async function world(fields: Partial<WriteDeps> = {}) {
  const { deps } = await depsWith();
  const operation = anOperation({ request: aRequest({ firstDay: DAY, lastDay: DAY + 9 }) });
  await deps.write.Operation.create(operation, 1);
  const { store, parts } = memoryFiles();
  const read: number[] = [];
  const step: WriteDeps = {
    operations: { ...deps.Operation, ...deps.write.Operation },
    files: store,
    getSource: () => ({
      columns: ['n'],
      begin: async () => ({ from: { 1: 0 } }),
      async *rows({ after }) {
        for (const row of ROWS) {
          if (after !== undefined && row.sort <= after) continue;
          read.push(row.block);
          yield row;
        }
      },
      cells: async (rows) => rows.map(({ sort }) => [sort]),
    }),
    now: deps.now,
    steady: deps.now,
    partRows: 4,
    ...fields,
  };
  const of = { owner: operation.owner, operationId: operation.operationId };
  return { deps, step, of, operation, parts, read, texts: () => [...parts.values()].map(String) };
}

muteLog();

describe('a step of an export', () => {
  test('a step stores a part and returns whether more follow', async () => {
    const { deps, step, of, texts } = await world();
    expect(await writeRows(step, of)).toEqual({ next: 'WritePart' });
    expect(await writeRows(step, of)).toEqual({ next: 'WritePart' });
    expect(await writeRows(step, of)).toEqual({ next: 'MergeParts' });
    expect(texts()).toEqual(['n\r\n0\r\n1\r\n2\r\n3\r\n', '4\r\n5\r\n6\r\n7\r\n', '8\r\n9\r\n']);
    expect((await deps.Operation.find(of))?.progress).toMatchObject({ rows: 10, day: DAY + 4, isDone: true });
    expect((await deps.Operation.find(of))?.progress.parts).toHaveLength(3);
  });
  test('a step after the last part reads nothing', async () => {
    const { step, of, read } = await world({ partRows: 99 });
    await writeRows(step, of);
    expect(await writeRows(step, of)).toEqual({ next: 'MergeParts' });
    expect(read).toHaveLength(10);
  });
  test('a step killed before recording its part is repeated with the same rows', async () => {
    const { deps, step, of, parts, texts } = await world();
    const advance = () => Promise.reject(new Error('killed'));
    await expect(writeRows({ ...step, operations: { ...step.operations, advance } }, of)).rejects.toThrow('killed');
    await writeRows(step, of);
    const [noted] = (await deps.Operation.find(of))?.progress.parts ?? [];
    expect(texts()).toEqual(Array.from({ length: 2 }, () => 'n\r\n0\r\n1\r\n2\r\n3\r\n'));
    expect([...parts.keys()]).toEqual([expect.any(String), `${of.operationId}/${noted}`]);
  });
  test('a step that runs twice concurrently records its part once', async () => {
    const { deps, step, of } = await world();
    await Promise.all([writeRows(step, of), writeRows(step, of)]);
    expect((await deps.Operation.find(of))?.progress).toMatchObject({ rows: 4, parts: [expect.any(String)] });
  });
  test('a late step replaces no part that another run recorded', async () => {
    const { deps, step, of, parts } = await world();
    // The first run has read its rows and waits; the second stores fewer.
    const late = {
      ...step,
      files: {
        putPart: async (...given: Parameters<typeof step.files.putPart>) => {
          await writeRows({ ...step, partRows: 3 }, of);
          return step.files.putPart(...given);
        },
      },
    };
    await writeRows(late, of);
    const { progress } = (await deps.Operation.find(of)) ?? {};
    const noted = progress?.parts.map((name) => String(parts.get(`${of.operationId}/${name}`)));
    expect([progress?.rows, noted]).toEqual([3, ['n\r\n0\r\n1\r\n2\r\n']]);
  });
  test('a step ends at the next check after its operation is cancelled', async () => {
    let now = NOW;
    const { step, of, deps, operation, parts } = await world({ steady: () => now, partRows: 5_000 });
    let read = 0;
    const slow = {
      ...step.getSource(operation),
      async *rows() {
        for (; read < 5_000; read++) {
          now += 10;
          if (read === 700)
            await deps.write.Operation.end(operation, { status: 'FAILED', failure: { message: 'Cancelled.' } });
          yield { sort: String(read).padStart(4, '0'), day: DAY, chainId: '1', block: read };
        }
      },
    };
    expect(await writeRows({ ...step, getSource: () => slow }, of)).toEqual({ next: 'SettleExport' });
    expect([read, parts.size]).toEqual([1_000, 0]);
  });
  test('a step out of time stores the rows it has', async () => {
    let now = NOW;
    const { step, of, deps } = await world({ steady: () => now, partRows: 99 });
    const source = step.getSource(anOperation());
    const slow = {
      ...source,
      // The time is checked after each batch of 500 rows.
      async *rows() {
        for (let i = 0; i < 2_000; i++) {
          now += 500;
          yield { sort: String(i).padStart(4, '0'), day: DAY, chainId: '1', block: i };
        }
      },
    };
    expect(await writeRows({ ...step, getSource: () => slow, partRows: 5_000 }, of)).toEqual({ next: 'WritePart' });
    expect((await deps.Operation.find(of))?.progress.rows).toBe(1_000);
  });
  test('a step of an ended or missing operation goes to settling', async () => {
    const { deps, step, of, operation, parts } = await world();
    await deps.write.Operation.end(operation, { status: 'FAILED', failure: { message: 'Cancelled.' } });
    expect(await writeRows(step, of)).toEqual({ next: 'SettleExport' });
    expect(await writeRows(step, { ...of, operationId: 'gone' })).toEqual({ next: 'SettleExport' });
    expect(parts.size).toBe(0);
  });
  test('a step past the deadline throws an error that the state machine knows', async () => {
    const { step, of, operation } = await world();
    const late = { ...step, now: () => operation.deadline + 1 };
    await expect(writeRows(late, of)).rejects.toMatchObject({ name: 'ExportTimedOut' });
  });
});
