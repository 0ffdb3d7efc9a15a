import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { TOKEN } from '../../../lambdas/evm/tokens/rows/token-item';
import { getCredentials } from '../runner-token';
import type { Service } from './service';

const TableName = 'chain-data-table';
/** History: cursors, incarnations, counts of blocks and their events, balance samples and the tests' own requests. */
const OWN_WAY = /^(cur|bi|wp|dr|uh|uo|ul|mt)#/;
/** Standard `as-logged` means no standard: its presence depends on whether the node answered. */
const READINGS: ReadonlySet<string> = new Set([TOKEN.readAt, TOKEN.misses]);

/** Items by key, without history. */
export async function dump(service: Service, rows = /./): Promise<Map<string, string>> {
  const client = new DynamoDBClient({
    endpoint: service.urls.awsUrls.dynamodb,
    region: 'us-east-1',
    credentials: getCredentials(service.urls.token),
  });
  const documents = DynamoDBDocumentClient.from(client);
  // Server-side filter, for patterns with a literal start and without alternatives.
  const [, start] = /^\^(\w+#)[^|]*$/.exec(rows.source) ?? [];
  const filter = start ? { FilterExpression: 'begins_with(pk, :pk)', ExpressionAttributeValues: { ':pk': start } } : {};
  const items = new Map<string, string>();
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await documents.send(
      new ScanCommand({ TableName, ...filter, ...(ExclusiveStartKey ? { ExclusiveStartKey } : {}) }),
    );
    for (const raw of page.Items ?? []) {
      const { pk, sk, ...rest } = raw;
      if (OWN_WAY.test(pk) || !rows.test(`${pk} ${sk}`)) continue;
      const isReading = ([name, value]: [string, unknown]) =>
        pk.startsWith('k#') && (READINGS.has(name) || (name === TOKEN.standard && value === 'as-logged'));
      const own = Object.entries(rest).filter((entry) => !isReading(entry));
      const sorted = own.toSorted(([a], [b]) => (a < b ? -1 : 1));
      items.set(
        `${pk} ${sk}`,
        sorted.map(([k, v]) => `${k}=${v instanceof Uint8Array ? Buffer.from(v).toString('hex') : v}`).join(' '),
      );
    }
    ExclusiveStartKey = page.LastEvaluatedKey as typeof ExclusiveStartKey;
  } while (ExclusiveStartKey);
  client.destroy();
  return items;
}

/** The first differences, short enough to read in a failure. */
export function difference(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string[] {
  const keys = new Set([...a.keys(), ...b.keys()]);
  return [...keys]
    .filter((key) => a.get(key) !== b.get(key))
    .map((key) => `${key}: ${a.get(key)} | ${b.get(key)}`)
    .slice(0, 10);
}

const MAX_LOG_LINES = 60;

export async function explained(service: Service, keys: readonly string[]): Promise<string> {
  const rows = await dump(service);
  const logs = join(service.dir, 'data', 'logs');
  const lines = readdirSync(logs)
    .filter((file) => /Follow|Backfill/.test(file))
    .flatMap((file) => readFileSync(join(logs, file), 'utf8').split('\n'))
    .filter((line) => line !== '' && !line.includes('"_aws"'));
  return [...keys.map((key) => `${key}: ${rows.get(key)}`), ...lines.slice(-MAX_LOG_LINES)].join('\n');
}
