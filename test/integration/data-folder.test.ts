import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { getCredentials } from '../support/runner-token';
import { dump } from '../support/service/dump';
import { folder, removeFolders, Service } from '../support/service/service';
import { testIf } from '../support/skipping';

/** A service without chains to index: only its folder matters here. */
const CONFIG = { chains: [{ chainId: '1', rpcUrl: 'http://127.0.0.1:1', index: false }] };

const services: Service[] = [];
const serviceIn = (dir: string) => {
  const service = new Service(CONFIG, dir);
  services.push(service);
  return service;
};
afterAll(async () => {
  for (const service of services) await service.kill();
  removeFolders();
});

describe('the data folder of a running service', () => {
  test('a second start is rejected, even with --fresh, naming the running process', async () => {
    const dir = folder();
    const first = await serviceIn(dir).start();
    const data = join(dir, 'data');
    const files = () => ['ready.json', 'process.json', 'chains.json'].map((f) => readFileSync(join(data, f), 'utf8'));
    const before = files();
    for (const args of [[], ['--fresh']]) {
      const { status, stderr } = startAgain(dir, args);
      expect([status, stderr]).toEqual([
        1,
        expect.stringContaining(`${data} is in use by process ${first.pid} (started at `),
      ]);
    }
    expect(files()).toEqual(before);
    expect((await first.get('/v1/live-check')).status).toBe(200);
  });

  test('after a kill the folder is free, keeps its keys, and is readable by its user only', async () => {
    const dir = folder();
    const first = await serviceIn(dir).start();
    const { pro } = first.urls.apiKeys;
    await first.kill();
    const second = await serviceIn(dir).start();
    expect(second.urls.apiKeys.pro).toBe(pro);
    const open = ['', 'dynamodb', 'storage', 'logs', 'ready.json', 'keys.json'].filter(
      (name) => statSync(join(dir, 'data', name)).mode & 0o077,
    );
    expect(open).toEqual([]);
    await second.stop();
  });

  test('a damaged state file is named, and the service starts once it is deleted', async () => {
    const dir = folder();
    await (await serviceIn(dir).start()).stop();
    for (const name of ['chains.json', 'keys.json', 'state.json']) {
      const file = join(dir, 'data', name);
      writeFileSync(file, '');
      await expect(serviceIn(dir).start()).rejects.toThrow(`${file} is damaged`);
      rmSync(file);
    }
    await (await serviceIn(dir).start()).stop();
  });

  test.each([
    ['dynamodb/CURRENT', 'CURRENT is missing', rmSync],
    ['storage/fauxqs.db', 'fauxqs.db is empty or missing', truncateSync],
  ])('a damaged %s is an error instead of a fresh start', async (file, reason, damage) => {
    const dir = folder();
    const first = await serviceIn(dir).start();
    await put(first, 'kept');
    await first.kill();
    damage(join(dir, 'data', file));
    await expect(serviceIn(dir).start()).rejects.toThrow(new RegExp(`is damaged \\(${reason}\\)\\. Restore a backup`));
  });

  testIf(canMount(), 'mounting a small file system needs root')(
    'a full disk ends the service with one sentence, and with space it restarts with all data',
    async () => {
      const dir = folder();
      const disk = join(dir, 'data');
      mkdirSync(disk);
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', disk]);
      try {
        const first = await serviceIn(dir).start();
        await put(first, 'kept');
        fill(join(disk, 'filler'));
        for (let i = 0; i < 100 && !(await first.endedWithin(100)); i++) await put(first, `lost ${i}`).catch(() => 0);
        expect(await first.ended()).toBe(1);
        expect(first.output).toContain(`The disk of ${disk}`);
        expect(first.output).not.toMatch(/^\s+at /m);

        await expect(serviceIn(dir).start()).rejects.toThrow(/The disk of .* is full\. Free some space/);
        rmSync(join(disk, 'filler'));
        const second = await serviceIn(dir).start();
        await put(second, 'more');
        expect([...(await dump(second, /^test#/)).keys()]).toEqual(
          expect.arrayContaining(['test#kept a', 'test#more a']),
        );
        await second.stop();
      } finally {
        for (const service of services) await service.kill();
        execFileSync('umount', ['-l', disk]);
      }
    },
  );
});

/** A second start on a folder, which must not touch the first one's ready.json. */
const startAgain = (dir: string, args: readonly string[]) =>
  spawnSync(
    process.execPath,
    [
      ...['bin/start.mjs', 'local', '--port', '0', '--rpc-port', '0', '--metrics-port', '0'],
      ...['--data', join(dir, 'data')],
      ...['--config', join(dir, 'test-config.json'), ...args],
    ],
    { encoding: 'utf8' },
  );

/** Writes an item of 100 kB into the service's table. */
async function put({ urls }: Service, name: string): Promise<void> {
  const client = new DynamoDBClient({
    endpoint: urls.awsUrls.dynamodb,
    region: 'us-east-1',
    credentials: getCredentials(urls.token),
    maxAttempts: 1,
  });
  const Item = { pk: { S: `test#${name}` }, sk: { S: 'a' }, text: { S: 'x'.repeat(100_000) } };
  await client.send(new PutItemCommand({ TableName: 'chain-data-table', Item })).finally(() => client.destroy());
}

function canMount(): boolean {
  const place = folder();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place], { stdio: 'ignore' });
    execFileSync('umount', [place], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Writes until the disk is full. */
function fill(file: string): void {
  try {
    writeFileSync(file, Buffer.alloc(64 * 1024 * 1024));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
}
