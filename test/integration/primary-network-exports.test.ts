import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ReplayNode, startReplayNode } from '../../demo/p-chain/replay-node';
import { readCsv } from '../support/exports/csv';
import { type ExportKind, primaryBody, withoutNetwork } from '../support/exports/primary';
import { everybodyIn } from '../support/pchain/expected/everybody';
import type { FileRow } from '../support/pchain/expected/export-ledger';
import { expectedLedger, expectedSimple } from '../support/pchain/expected/export-rows';
import { expectedStaking } from '../support/pchain/expected/export-staking';
import { RECORDINGS, RecordedNetwork } from '../support/pchain/recorded';
import { runCli } from '../support/service/command';
import { EXPORTS, endedOperation, type Operation } from '../support/service/operation';
import { folder, removeFolders, Service, wait } from '../support/service/service';

/** The smaller recording: this tests the service, and unit tests compare both recordings in full. */
const [, PATH] = RECORDINGS;
const NETWORK = 'legacy';

describe('the exports of an indexed P-Chain', () => {
  const { recording, last } = new RecordedNetwork(PATH);
  const { addresses } = everybodyIn(recording);
  const query = { addresses, to: last };
  let node: ReplayNode;
  let service: Service;

  beforeAll(async () => {
    node = await startReplayNode({ recording: PATH, fromHeight: 0, startedAt: 0, msPerHeight: 1 });
    const pChain = { network: NETWORK, rpcUrl: node.url, index: true, genesis: node.genesis(), pollIntervalMs: 100 };
    service = await new Service({ chains: [], pChains: [pChain] }).start();
    for (;;) {
      const { body } = await service.get<{ details: Record<string, { indexedBlock?: number }> }>('/v1/health-check');
      if ((body.details[`p-chain-${NETWORK}`]?.indexedBlock ?? -1) >= last) break;
      await wait(100);
    }
  });
  afterAll(async () => {
    await service?.stop();
    await node?.stop();
    removeFolders();
  });

  async function ended(body: object): Promise<Operation> {
    const started = await service.send<Operation>('POST', EXPORTS, body);
    expect([started.status, started.body.message]).toEqual([201, expect.stringContaining('rows so far')]);
    return endedOperation(service, started.body.operationId);
  }
  async function toRows({ metadata }: Operation): Promise<FileRow[]> {
    const answer = await fetch(String(metadata.downloadUrl));
    const file = Buffer.from(await answer.arrayBuffer());
    expect(createHash('sha256').update(file).digest('hex')).toBe(metadata.sha256);
    return readCsv<FileRow>(file);
  }

  test.each<[kind: ExportKind, expected: () => FileRow[]]>([
    ['ledger', () => expectedLedger(recording, query)],
    ['simple', () => expectedSimple(recording, query)],
    ['staking', () => expectedStaking(recording, query)],
  ])(
    '%s: the export has exactly the rows of the recording',
    async (kind, expected) => {
      const operation = await ended(primaryBody(kind, addresses));
      expect(operation).toMatchObject({
        operationStatus: 'COMPLETED',
        message: expect.stringContaining(`The P-Chain of ${NETWORK} is included up to block ${last} (`),
        metadata: { rows: expected().length },
      });
      const rows = await toRows(operation);
      // The Koinly format has no network column.
      expect(kind === 'simple' ? rows : withoutNetwork(rows, NETWORK)).toEqual(expected());
    },
    60_000,
  );

  test('the CLI writes the file, and rejects addresses of another network', async () => {
    const file = join(folder(), 'stakes.csv');
    const of = addresses.flatMap((one) => ['--address', `P-${one}`]);
    const options = ['--type', 'primary-network-staking', '--network', NETWORK, '--first', '2026-11-23'];
    const made = await runCli(service, 'export', ...of, ...options, '--wait', '--output', file);
    expect([made.code, made.stderr]).toEqual([0, '']);
    expect(withoutNetwork(readCsv<FileRow>(readFileSync(file)), NETWORK)).toEqual(expectedStaking(recording, query));
    const refused = await runCli(
      service,
      'export',
      '--address',
      'P-avax1h2ccj9f5ay5acl6tyn9mwmw32p8wref8vl8ctg',
      '--type',
      'primary-network',
    );
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/^options\.addresses: .* indexed: legacy \(custom1…\)/),
    ]);
  });
});
