import { CreateExportRequest } from '../../lambdas/exports/contract/schemas';
import { CreateWebhookRequest } from '../../lambdas/webhooks/contract/schemas/webhook-requests';
import { TYPES, toRequest as toExport } from '../../site/console/exports/requests';
import { fillBuckets, nameBucket, toTotals } from '../../site/console/usage/buckets';
import { type EventType, KINDS, toRequest as toWebhook } from '../../site/console/webhooks/requests';

const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const P_CHAIN_ADDRESS = 'P-avax1h2ccj9f5ay5acl6tyn9mwmw32p8wref8vl8ctg';
const WATCHED: Readonly<Record<EventType, string>> = {
  address_activity: `${ADDRESS},\n`,
  teleporter_message: '',
  primary_network_address_activity: P_CHAIN_ADDRESS,
  validator_activity: 'NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5',
};

test.each(Object.keys(KINDS) as EventType[])('the API accepts the form for %s, pushed and pulled', (eventType) => {
  const chain = KINDS[eventType].isPChain ? 'mainnet' : '43114';
  for (const url of ['', 'https://example.com/hook']) {
    const request = toWebhook({ eventType, chain, watched: WATCHED[eventType], url, name: 'treasury' });
    expect(CreateWebhookRequest.safeParse(request).error).toBeUndefined();
    expect(request).toMatchObject(url ? { url } : { delivery: 'pull' });
  }
});

test.each(Object.keys(TYPES) as (keyof typeof TYPES)[])('the API accepts the form for %s', (type) => {
  const isEvm = type === 'TRANSACTION_EXPORT_EVM';
  const fields = { type, chains: [isEvm ? '43114' : 'mainnet'], addresses: isEvm ? ADDRESS : P_CHAIN_ADDRESS };
  for (const [firstDate, lastDate] of [
    ['', ''],
    ['2026-11-01', '2026-11-02'],
  ] as const)
    expect(CreateExportRequest.safeParse(toExport({ ...fields, firstDate, lastDate })).error).toBeUndefined();
});

const value = { totalRequests: 7, invalidRequests: 2, medianResponseTimeMsecs: 12 };

test('hours and days without requests are empty, and the last one is now', () => {
  const now = 1_763_856_000 + 7_300;
  const buckets = fillBuckets('hourly', [{ timestamp: now - 7_300, values: [value] }], now);
  expect(buckets).toHaveLength(24);
  expect(buckets.slice(-3).map(({ requests }) => requests)).toEqual([7, 0, 0]);
  expect(nameBucket('hourly', buckets.at(-1)?.timestamp ?? 0)).toBe('2025-11-23 02:00 UTC');
  expect(nameBucket('daily', fillBuckets('daily', [], now).at(-1)?.timestamp ?? 0)).toBe('2025-11-23');
});

test('groups are sorted by their requests', () => {
  const groups = [{ ...value, groupValue: '/a' }, { ...value, groupValue: '/b', totalRequests: 9 }, value];
  expect(toTotals(groups).map(({ name }) => name)).toEqual(['/b', '/a', '-']);
});
