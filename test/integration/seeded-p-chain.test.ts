import { type ReplayNode, startReplayNode } from '../../demo/p-chain/replay-node';
import { runCli } from '../support/service/command';
import { removeFolders, Service, wait } from '../support/service/service';

type Health = {
  details: Record<string, { status: string; startBlock?: number; indexedBlock?: number; seededAt?: number }>;
};

describe('a P-Chain indexed from the head of its node', () => {
  const FROM = 203;
  let height = FROM;
  let node: ReplayNode;
  let service: Service;
  beforeAll(async () => {
    node = await startReplayNode({ fromHeight: 0, startedAt: 0, msPerHeight: 1, now: () => height });
    const pChain = { network: 'own', rpcUrl: node.url, index: true, startBlock: 'head', genesis: node.genesis() };
    service = await new Service({ chains: [], pChains: [{ ...pChain, pollIntervalMs: 100 }] }).start();
  });
  afterAll(async () => {
    await service?.stop();
    await node?.stop();
    removeFolders();
  });

  const get = async <T>(path: string): Promise<T> => (await (await fetch(service.urls.dataUrl + path)).json()) as T;
  /** The health check once a block is indexed and the node has been checked, a second after the start. */
  const healthAt = async (block: number) => {
    for (;;) {
      const { 'p-chain-own': own } = (await get<Health>('/v1/health-check')).details;
      if (own?.indexedBlock === block && own.status === 'up') return own;
      await wait(100);
    }
  };

  test('`cli validators` lists the L1 validators of the API, soonest to run out first', async () => {
    await healthAt(FROM);
    type Page = { validators: { daysLeft: number; validationId: string }[] };
    const { validators } = await get<Page>('/v1/networks/own/l1Validators?sortBy=daysLeft&pageSize=100');
    expect(validators.length).toBeGreaterThan(2);
    const cli = async (...args: string[]) => (await runCli(service, 'validators', '--network', 'own', ...args)).stdout;
    expect(JSON.parse(await cli('--json'))).toEqual(validators);
    const [first] = validators;
    const most = String(first?.daysLeft);
    expect(JSON.parse(await cli('--max-days-left', most, '--json'))).toEqual(
      validators.filter(({ daysLeft }) => daysLeft === first?.daysLeft),
    );
    const lines = (await cli()).trim().split('\n');
    expect(lines.map((line) => /\((\w+)\)$/.exec(line)?.[1])).toEqual(validators.map((one) => one.validationId));
    expect(lines[0]).toMatch(
      /^ *[\d.]+ days left, runs out 20\d\d-\d\d-\d\dT\d\d:\d\dZ, [\d.]+ AVAX: NodeID-\w+ of \w+ \(/,
    );
  });

  test('the index starts from the node’s state at its head, reports it, and follows new blocks', async () => {
    const begun = { startBlock: FROM, seededAt: FROM };
    expect(await healthAt(FROM)).toMatchObject(begun);
    const active = await get<{ validators: unknown[] }>('/v1/networks/own/validators?validationStatus=active');
    expect(active.validators.length).toBe(3);
    height = 306;
    expect(await healthAt(306)).toMatchObject(begun);
  });
});
