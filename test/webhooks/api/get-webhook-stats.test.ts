import { handler } from '../../../lambdas/webhooks/api/get-webhook-stats';
import { DAY_MS, type Day, HOUR_MS, auditWorld as world } from '../../support/endpoints/audit';
import { refusesStrangers } from '../../support/endpoints/webhooks';

describe('the counts of a webhook', () => {
  test('show the messages of each day by status, before and after the audit', async () => {
    const { match, settle, wait, run, stats, today, now } = await world();
    await match(11, 5);
    await settle(2, 'delivered');
    await settle(1, 'failed');
    const first = today();
    wait(DAY_MS);
    await match(12, 3);
    const expected = [
      { date: first, matched: 5, delivered: 2, failed: 1, pending: 2 },
      { date: today(), matched: 3, pending: 3 },
    ];
    const times = { countedUntil: now(), statusAt: now() };
    expect(await stats()).toEqual({ days: expected, ...times });
    await run();
    expect(await stats()).toEqual({ days: expected, ...times });
  });

  test('show revoked messages, and removals of messages that may have arrived', async () => {
    const { match, settle, stats, today } = await world();
    await match(11, 3);
    await settle(1, 'delivered');
    await match(11, 3, true);
    expect((await stats()).days).toEqual([{ date: today(), matched: 4, delivered: 1, revoked: 2, pending: 1 }]);
  });

  test('show messages that wait for confirmations as held', async () => {
    const { match, stats, today } = await world({ confirmations: 2 });
    for (const number of [11, 12, 13]) await match(number);
    expect((await stats()).days).toEqual([{ date: today(), matched: 3, held: 2, pending: 1 }]);
  });

  test('cover a week by default, and the days that are asked for', async () => {
    const { match, wait, ask, stats, today } = await world();
    await match(11);
    const first = today();
    wait(10 * DAY_MS);
    await match(12);
    expect((await stats()).days).toEqual([{ date: today(), matched: 1, pending: 1 }]);
    const { body } = await ask({ from: first, to: today() });
    const { days } = body as unknown as { days: Day[] };
    expect(days.map(({ matched }) => matched)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect([days[0]?.date, days.at(-1)?.date]).toEqual([first, today()]);
  });

  test('are those of up to 1,000 messages without the audit, and say so', async () => {
    const { match, run, stats, now, wait } = await world();
    for (let block = 11; block < 14; block++) await match(block, 600);
    const counted = now();
    wait(HOUR_MS);
    const partial = await stats();
    expect([partial.days[0]?.matched, partial.countedUntil]).toEqual([1_200, counted]);
    await run();
    const whole = await stats();
    expect([whole.days[0]?.matched, whole.countedUntil]).toEqual([1_800, now()]);
  });

  test.each([
    [{ from: '2026-02-30' }, 'from: must be a date: YYYY-MM-DD'],
    [{ to: 'today' }, 'to: must be a date: YYYY-MM-DD'],
    [{ from: '2026-05-02', to: '2026-05-01' }, 'from: must not be after to'],
    [{ from: '2026-05-01', to: '2026-06-01' }, 'from: must be at most 31 days before the last day'],
  ])('400: a request for %j is rejected', async (query, message) => {
    const { ask } = await world();
    const { status, body } = await ask(query);
    expect([status, body.message]).toEqual([400, message]);
  });

  refusesStrangers(handler as never, (id) => ({ params: { id } }));
});
