import { type ReplayNode, startReplayNode } from '../../demo/p-chain/replay-node';
import { createDynamoClient } from '../../lambdas/core/table/dynamo-client';
import { createPlainTable } from '../../lambdas/core/table/plain-table';
import type { NetworkRederivation } from '../../lambdas/pchain/domain/rederivation';
import { getNetworkRederivation } from '../../lambdas/pchain/rows/rederivation';
import { RECORDINGS } from '../support/pchain/recorded';
import { getCredentials } from '../support/runner-token';
import { runCli } from '../support/service/command';
import { dump } from '../support/service/dump';
import { removeFolders, Service, wait } from '../support/service/service';

const [PATH] = RECORDINGS;
const FIRST = 200;
const LAST = 230;

let height = FIRST;
let node: ReplayNode;
let service: Service;
beforeAll(async () => {
  node = await startReplayNode({ recording: PATH, fromHeight: 0, startedAt: 0, msPerHeight: 1, now: () => height });
  service = await new Service({
    chains: [],
    pChains: [{ network: 'recorded', rpcUrl: node.url, index: true, genesis: node.genesis(), pollIntervalMs: 50 }],
  }).start();
});
afterAll(async () => {
  await service?.stop();
  await node?.stop();
  removeFolders();
});

const plain = () => {
  const { awsUrls, token } = service.urls;
  const options = { endpoint: awsUrls.dynamodb, region: 'us-east-1', credentials: getCredentials(token) };
  return createPlainTable('chain-data-table', createDynamoClient(options));
};

async function done(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(service, 'rederive', '--network', 'recorded', ...args);
  if (code !== 0) throw new Error(`rederive ${args.join(' ')}: ${stderr} ${stdout}`);
  return stdout;
}

async function indexed(number: number): Promise<void> {
  for (const until = Date.now() + 120_000; ; await wait(50)) {
    if ((await service.get(`${P_CHAIN}/blocks/${number}`)).status === 200) return;
    if (Date.now() > until) throw new Error(`block ${number} is not indexed: ${service.output}`);
  }
}

/** Until the request is done; undefined once nothing is left. */
async function whole(): Promise<NetworkRederivation | undefined> {
  for (const until = Date.now() + 180_000; ; await wait(200)) {
    const record = await getNetworkRederivation(plain(), 'p-chain-recorded');
    if (!record || record.doneAt !== undefined) return record;
    if (Date.now() > until) throw new Error(`not done: ${JSON.stringify(record)} ${service.output}`);
  }
}

const P_CHAIN = '/v1/networks/recorded/blockchains/p-chain';
const walked = async () =>
  (await service.all(`${P_CHAIN}/transactions`, 'transactions', 7)).map(({ txHash }) => txHash);

test('rows of a P-Chain are derived again, compared, switched and dropped, while it is followed and read', async () => {
  await indexed(FIRST);
  const right = await walked();
  expect(right.length).toBeGreaterThan(FIRST / 2);
  // A fault of decoding: a transaction is missing in the list.
  const [lost = ''] = [...(await dump(service, /^px#recorded#/)).keys()];
  const [pk = '', sk = ''] = lost.split(' ');
  await plain().write([{ delete: { pk, sk } }]);

  expect(await done()).toMatch(
    /Derive all rows of the P-Chain of recorded again: 201 blocks\.[\s\S]*Nothing is changed yet/,
  );
  await done('--run', '--json');
  await service.kill();
  await service.start();
  const derived = await whole();
  expect([derived?.work, derived?.lastError]).toEqual(['derive', undefined]);
  await done('--compare', '--json');
  await whole();
  const compared = await done('--compare');
  expect(compared).toContain(`added: PTx ${pk} ${sk}`);

  const walks = (async () => {
    const found: unknown[][] = [];
    for (let n = 0; n < 3; n++) found.push(await walked());
    return found;
  })();
  await done('--switch', '--json');
  expect(await whole()).toMatchObject({ work: 'switch', switched: true });
  // A page that begins before the switch lacks the lost transaction, and none has one twice.
  for (const walk of await walks) {
    expect(walk.length).toBeGreaterThanOrEqual(right.length - 1);
    expect(right.filter((one) => walk.includes(one))).toEqual(walk);
  }
  height = LAST;
  await indexed(LAST);
  const after = await walked();
  expect(after.slice(-right.length)).toEqual(right);

  await done('--back', '--json');
  expect(await whole()).toMatchObject({ switched: false });
  await done('--switch', '--json');
  await whole();
  await done('--drop', '--json');
  expect(await whole()).toBeUndefined();
  const rows = [...(await dump(service, /^(p|q)[a-z]#/)).keys()];
  expect(rows.filter((name) => /^p[bxtuo]#recorded#?[^.]*$/.test(name.split(' ')[0] ?? ''))).toEqual([]);
  expect(await walked()).toEqual(after);
});
