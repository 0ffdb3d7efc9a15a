import { operationWriter } from '../../lambdas/exports/rows/operations';
import { createStartingOperations } from '../../lambdas/exports/rows/starting-operations';
import { sweepExports } from '../../lambdas/exports/steps/sweep-exports';
import type { Delivery } from '../../lambdas/webhooks/contract/messages';
import { createPendingWebhooks } from '../../lambdas/webhooks/rows/pending-webhooks';
import { anOperation } from '../support/exports/operations';
import { memoryTable } from '../support/tables/memory';

async function due(pending: ReturnType<typeof createPendingWebhooks>, now: number): Promise<string[]> {
  const found: Delivery[] = [];
  for await (const page of pending.due(now)) found.push(...page);
  return found.map(({ webhook, owner }) => `${webhook} of ${owner}`).toSorted();
}

describe('pending webhooks', () => {
  test('a webhook is due a minute after it was marked, and listed once even with replays', async () => {
    const pending = createPendingWebhooks(memoryTable().table);
    await pending.mark([{ webhook: 'a', owner: 'x' }], 1_000, { replays: true });
    await pending.mark([{ webhook: 'b', owner: 'y' }], 2_000);
    expect(await due(pending, 60_999)).toEqual([]);
    expect(await due(pending, 61_000)).toEqual(['a of x']);
    expect(await due(pending, 62_000)).toEqual(['a of x', 'b of y']);
  });

  test.each(['marked', 'postponed'])('a webhook %s before the clock was set back is due at once', async (how) => {
    const pending = createPendingWebhooks(memoryTable().table);
    await pending.mark([{ webhook: 'a', owner: 'x' }], how === 'marked' ? 601_000 : 1_000);
    const read = await pending.find('a');
    if (how === 'postponed' && read) await pending.postpone(read, 601_000 + 86_400_000, 601_000);
    expect(await due(pending, 599_000)).toEqual(['a of x']);
    expect(await due(pending, 601_000)).toEqual([]);
  });

  test('a webhook marked again since it was read can be neither cleared nor postponed', async () => {
    const pending = createPendingWebhooks(memoryTable().table);
    const mark = (replays: boolean) => pending.mark([{ webhook: 'a', owner: 'x' }], 0, { replays });
    for (const replays of [false, true]) {
      await mark(true);
      const read = await pending.find('a');
      await mark(replays);
      if (!read) throw new Error('it is not listed');
      expect([await pending.clear(read), await pending.postpone(read, 9e12, 0)]).toEqual([false, false]);
      expect(await due(pending, 60_000)).toEqual(['a of x']);
    }
    const read = await pending.find('a');
    expect(read && (await pending.clear(read))).toBe(true);
    expect([await due(pending, 9e12), await pending.find('a')]).toEqual([[], undefined]);
  });

  test('each of 3,000 due webhooks is listed once across pages', async () => {
    const pending = createPendingWebhooks(memoryTable().table);
    const names = Array.from({ length: 3_000 }, (_, i) => `w${i}`);
    await pending.mark(
      names.map((webhook) => ({ webhook, owner: 'x' })),
      0,
    );
    expect(await due(pending, 60_000)).toEqual(names.map((name) => `${name} of x`).toSorted());
  });
});

describe('export sweep', () => {
  const names = ['a', 'b', 'c'];
  /** Operations created at 0, 1 and 2 s, and a state machine that rejects the names in `refused`. */
  async function world() {
    const { table } = memoryTable();
    for (const [i, operationId] of names.entries())
      await operationWriter(table).create(anOperation({ operationId, owner: operationId, createdAt: i * 1_000 }), 1);
    const [started, refused] = [[] as string[], new Set<string>()];
    const machine = {
      async start(name: string) {
        if (refused.has(name)) throw new Error(`refused ${name}`);
        started.push(name);
      },
    };
    const sweep = (now: number) => sweepExports(createStartingOperations(table), machine, now);
    return { sweep, started, refused };
  }

  test('an export is started once, a minute after its request', async () => {
    const { sweep, started } = await world();
    expect([await sweep(59_000), started]).toEqual([0, []]);
    await sweep(61_001);
    expect(started).toEqual(['a-0', 'b-1000']);
    await sweep(90_000);
    await sweep(120_000);
    expect(started).toEqual(['a-0', 'b-1000', 'c-2000']);
  });

  test('an export created by a clock ahead is started', async () => {
    const { table } = memoryTable();
    await operationWriter(table).create(anOperation({ operationId: 'a', owner: 'a', createdAt: 7_200_000 }), 1);
    const started: string[] = [];
    const machine = { start: async (name: string) => void started.push(name) };
    await sweepExports(createStartingOperations(table), machine, 3_600_000);
    expect(started).toEqual(['a-7200000']);
  });

  test('a failed start is retried and does not hold up other exports', async () => {
    const { sweep, started, refused } = await world();
    refused.add('a-0');
    await expect(sweep(90_000)).rejects.toThrow('refused a-0');
    expect(started).toEqual(['b-1000', 'c-2000']);
    refused.clear();
    await sweep(150_000);
    expect(started).toEqual(['b-1000', 'c-2000', 'a-0']);
  });
});
