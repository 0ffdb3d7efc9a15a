import { seededRandom } from '../../demo/random';
import { countingDollars } from '../../lambdas/usage/contract/usage-price';
import { countObject } from '../../lambdas/usage/count-object';
import { requestLogWriter } from '../../lambdas/usage/rows/request-log';
import { usageHourWriter } from '../../lambdas/usage/rows/usage-hours';
import { memoryTable } from '../support/tables/memory';
import { AT, accessLine, settings } from '../support/usage/records';

const OWNERS = 5;
/** Objects per hour: one every 90 seconds. */
const OBJECTS = 40;
const PATHS = ['', '/blocks', '/blocks/{blockId}', '/transactions', '/addresses/{address}/transactions'];
const hourStart = Math.floor(AT / 3_600_000) * 3_600_000;

/** Counts an hour of requests spread evenly over time and owners; returns dollars per million. */
async function dollarsAMillion(requestsAnHour: number): Promise<number> {
  const { table } = memoryTable();
  const deps = { hours: usageHourWriter(table), log: requestLogWriter(table), settings };
  const random = seededRandom(45);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  for (let object = 0; object < OBJECTS; object++) {
    const first = Math.round((object * requestsAnHour) / OBJECTS);
    const last = Math.round(((object + 1) * requestsAnHour) / OBJECTS);
    const lines = Array.from({ length: last - first }, (_, i) => {
      const path = pick(PATHS);
      const hex = Array.from({ length: 40 }, () => pick([...'0123456789abcdef'])).join('');
      return accessLine({
        requestId: `8e03978e-40d5-43e8-bc93-${hex.slice(0, 12)}`,
        requestTimeEpoch: hourStart + Math.floor(((first + i) * 3_600_000) / requestsAnHour),
        'authorizer.ownerId': `owner-${(first + i) % OWNERS}`,
        resourcePath: `/v1/chains/{chainId}${path}`,
        path: `/live/v1/chains/31337${path.replace('{address}', `0x${hex}`).replace('{blockId}', hex.slice(0, 7))}`,
        status: pick([200, 200, 200, 200, 404, 429]),
        responseLatency: Math.round(4 + 20 * random() ** 3),
        'identity.sourceIp': `192.0.2.${(first + i) % OWNERS}`,
      });
    });
    await countObject(`object ${object}`, lines.join(''), deps);
  }
  const { readUnits, writeUnits } = table.meter;
  return countingDollars(requestsAnHour, OBJECTS, { readUnits, writeUnits }) * (1e6 / requestsAnHour);
}

test.each([
  ['a million requests a month', 1e6 / 720, 0.7],
  ['ten million requests a month', 1e7 / 720, 0.3],
])('logging and counting %s of five owners costs at most the promised price', async (_, requestsAnHour, most) => {
  const dollars = await dollarsAMillion(Math.round(requestsAnHour));
  expect(dollars).toBeLessThanOrEqual(most);
  // Firehose alone takes 14 cents.
  expect(dollars).toBeGreaterThan(0.14);
});
