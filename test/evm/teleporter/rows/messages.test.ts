import * as fc from 'fast-check';
import type { TeleporterEvent } from '../../../../lambdas/evm/teleporter/domain/events';
import { runs } from '../../../support/full';
import {
  A_LIFE,
  DESTINATION,
  SOURCE,
  STEPS,
  type Step,
  someLife,
  someSteps,
} from '../../../support/make/teleporter-lives';
import { memoryTable } from '../../../support/tables/memory';
import { cleanIndex, teleporterIndexer, teleporterRows } from '../../../support/tables/teleporter-world';

const getEvents = (...steps: readonly Step[]): TeleporterEvent[] => steps.map((step) => A_LIFE[step]);
const shown = async (items: () => Promise<string[]>) => teleporterRows(await items());
const toKeys = (items: readonly string[]) => items.map((item) => item.split(' ').slice(0, 2).join(' '));

/** A table to which events are added one by one. */
async function after(...steps: readonly Step[]) {
  const { table, items } = memoryTable();
  const indexer = teleporterIndexer(table);
  for (const event of getEvents(...steps)) await indexer.add([event]);
  return { table, items, indexer };
}

describe('indexed messages', () => {
  test('messages do not depend on the order in which events are indexed', async () => {
    await fc.assert(
      fc.asyncProperty(someLife, someSteps, async (life, steps) => {
        const { table, items } = memoryTable();
        const indexer = teleporterIndexer(table);
        for (const step of steps) await indexer.add([life[step]]);
        expect(await shown(items)).toEqual(await cleanIndex(steps.map((step) => life[step])));
      }),
      runs(20),
    );
  });
  test('removed events leave the same messages as if they had never been indexed', async () => {
    await fc.assert(
      fc.asyncProperty(someSteps, fc.subarray([...STEPS]), async (steps, gone) => {
        const { items, indexer } = await after(...steps);
        for (const step of gone) await indexer.remove(getEvents(step));
        expect(await shown(items)).toEqual(
          await cleanIndex(getEvents(...steps.filter((step) => !gone.includes(step)))),
        );
      }),
      runs(20),
    );
  });
  test('a message is listed once by its network, by each address and by each blockchain', async () => {
    const { items } = await after('send', 'receive', 'execute');
    const { messageId, message } = A_LIFE.send as Extract<TeleporterEvent, { readonly message: object }>;
    const at = `1700000000#${messageId}`;
    const keys = toKeys(await items());
    expect(keys.filter((key) => key.startsWith('tl#'))).toEqual(
      [
        `tl#d#${DESTINATION.blockchainId} ${at}`,
        `tl#f#${message.from} ${at}`,
        `tl#n#mainnet ${at}`,
        `tl#s#${SOURCE.blockchainId} ${at}`,
        `tl#t#${message.to} ${at}`,
      ].toSorted(),
    );
    expect(keys.filter((key) => key.startsWith('tm#'))).toHaveLength(4);
  });
  test('a message sorts by its send time once known, and by its receive time again if the send is removed', async () => {
    const getTimes = (keys: readonly string[]) =>
      new Set(keys.filter((key) => key.startsWith('tl#')).map((key) => key.split(' ')[1]?.slice(0, 10)));
    const { items, indexer } = await after('receive');
    expect(getTimes(toKeys(await items()))).toEqual(new Set(['1700000004']));
    await indexer.add(getEvents('send'));
    expect(getTimes(toKeys(await items()))).toEqual(new Set(['1700000000']));
    await indexer.remove(getEvents('send'));
    expect(getTimes(toKeys(await items()))).toEqual(new Set(['1700000004']));
    await indexer.remove(getEvents('receive'));
    expect(await items()).toEqual([]);
  });
  test('a message needs an event that carries its contents', async () => {
    const { items } = await after('add', 'execute', 'receipt');
    expect(toKeys(await items()).filter((key) => !key.includes(' e#'))).toEqual([]);
  });
});

describe('two chains that index one message concurrently', () => {
  test('concurrent indexers of two chains converge on the same message', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.constantFrom('none', 'add', 'receive', 'send'), async (scheduler, before) => {
        let isRacing = false;
        const gate = () => (isRacing ? scheduler.schedule(Promise.resolve()) : undefined);
        const { table, items } = memoryTable(gate);
        const [here, there] = [teleporterIndexer(table), teleporterIndexer(table)];
        if (before !== 'none') await here.add(getEvents(before as Step));
        isRacing = true;
        const racing = Promise.all([
          here.add(getEvents('send')).then(() => here.add(getEvents('receipt'))),
          there.add(getEvents('receive')).then(() => there.add(getEvents('execute'))),
        ]);
        await scheduler.waitFor(racing);
        isRacing = false;
        const known = new Set<Step>(['send', 'receipt', 'receive', 'execute']);
        if (before !== 'none') known.add(before as Step);
        expect(await shown(items)).toEqual(await cleanIndex(getEvents(...known)));
      }),
      runs(50),
    );
  });
  test('a concurrent removal and addition leave the message of the remaining event', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        let isRacing = false;
        const { table, items } = memoryTable(() => (isRacing ? scheduler.schedule(Promise.resolve()) : undefined));
        const [here, there] = [teleporterIndexer(table), teleporterIndexer(table)];
        await here.add(getEvents('send', 'add'));
        isRacing = true;
        await scheduler.waitFor(Promise.all([here.remove(getEvents('send', 'add')), there.add(getEvents('receive'))]));
        isRacing = false;
        expect(await shown(items)).toEqual(await cleanIndex(getEvents('receive')));
      }),
      runs(30),
    );
  });
});

describe('a crash at any table call', () => {
  test.each<[string, readonly Step[], readonly Step[], readonly Step[]]>([
    ['the first event', [], ['send'], []],
    ['an event that completes the message', ['send'], ['receive', 'execute'], []],
    ['an event that moves the message', ['receive'], ['send'], []],
    ['the removal of an event', ['send', 'receive'], [], ['send']],
    ['the removal of the last event', ['send'], [], ['send']],
  ])('a crash during %s is repaired by a repeat', async (_, before, added, removed) => {
    const left = before.filter((step) => !removed.includes(step));
    const wanted = await cleanIndex(getEvents(...left, ...added));
    for (let fatal = 1; ; fatal++) {
      for (const when of ['before', 'after'] as const) {
        let calls = Number.NEGATIVE_INFINITY;
        const { table, items } = memoryTable((_call, at) => {
          if (at !== when) return;
          calls += 1;
          if (calls === fatal) throw new Error('killed');
        });
        const change = async () => {
          const indexer = teleporterIndexer(table);
          if (removed.length > 0) await indexer.remove(getEvents(...removed));
          if (added.length > 0) await indexer.add(getEvents(...added));
        };
        await teleporterIndexer(table).add(getEvents(...before));
        calls = 0;
        const ended = await change().then(
          () => 'whole',
          () => 'killed',
        );
        calls = Number.NEGATIVE_INFINITY;
        if (ended === 'whole') {
          expect(fatal).toBeGreaterThan(3);
          return;
        }
        await change();
        expect([fatal, when, await shown(items)]).toEqual([fatal, when, wanted]);
      }
    }
  });
});
