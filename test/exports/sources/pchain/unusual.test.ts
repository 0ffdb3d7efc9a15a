import { idOfCb58 } from '../../../../lambdas/core/domain/cb58';
import { createSources } from '../../../../lambdas/exports/sources/source-of';
import { handler as balances } from '../../../../lambdas/pchain/api/balances/get-balances-by-addresses';
import { signedTx } from '../../../../lambdas/pchain/domain/codec/tx';
import type { RawPBlock } from '../../../../lambdas/pchain/domain/raw-block';
import { call } from '../../../support/endpoints/call';
import { ofPChain } from '../../../support/endpoints/primary-network';
import { readCsv } from '../../../support/exports/csv';
import { aPrimaryRequest } from '../../../support/exports/operations';
import { type ExportKind, exportDeps, primaryBody } from '../../../support/exports/primary';
import { runExport } from '../../../support/exports/world';
import { aPChain } from '../../../support/make/p-chain';
import { muteLog } from '../../../support/mute-log';
import { everybodyIn } from '../../../support/pchain/expected/everybody';
import type { FileRow } from '../../../support/pchain/expected/export-ledger';
import { expectedLedger } from '../../../support/pchain/expected/export-rows';
import { getNetwork } from '../../../support/pchain/expected/network';
import { primaryStakes } from '../../../support/pchain/expected/primary-stakes';
import { indexedNetwork } from '../../../support/pchain/indexed';
import { RECORDINGS, RecordedNetwork, sha256 } from '../../../support/pchain/recorded';
import { primaryDeps } from '../../../support/pchain/world';
import { memoryTable } from '../../../support/tables/memory';

muteLog();

type Network = Awaited<ReturnType<typeof indexedNetwork>>;

/** Exports of a network in its current state. */
async function getExports(net: Network) {
  const deps = await exportDeps((await primaryDeps(net)).deps);
  const run = (kind: ExportKind, addresses: readonly string[]) =>
    runExport({ deps, table: net.table }, primaryBody(kind, addresses));
  return {
    deps,
    run,
    rows: async (kind: ExportKind, addresses: readonly string[]) => readCsv<FileRow>((await run(kind, addresses)).file),
  };
}

describe('the end of a genesis stake', () => {
  const path = RECORDINGS[1];
  const { recording, last } = new RecordedNetwork(path);
  const [stake] = primaryStakes(getNetwork(recording));
  /** The last two blocks propose and decide its end. */
  const ending =
    (type: 'BanffCommitBlock' | 'BanffAbortBlock') =>
    (raw: RawPBlock): RawPBlock => {
      const { block } = raw;
      if (raw.number < last - 1 || block.type === 'Unreadable') return raw;
      const unsigned = { type: 'RewardValidatorTx', txId: idOfCb58(stake?.txId ?? '') ?? '' } as const;
      const digits = signedTx.write({ unsigned, credentials: [] });
      const proposal = { id: `0x${sha256(`0000${digits}`)}`, bytes: `0x${digits}`, unsigned, credentials: [] };
      const { proposal: _, ...rest } = block;
      if (raw.number === last) return { ...raw, block: { ...rest, type, txs: [] } };
      return { ...raw, block: { ...rest, type: 'BanffProposalBlock', txs: [], proposal } };
    };
  // The owner of the stake, and the owner of its reward.
  const owner = 'custom12hk5ncas0mrnr8m3vps63dd53tuxst9rm8q60j';
  const rewarded = 'custom1wj564lk09yuecffw2ync2td4vmnsdaca7mf9aw';
  let net: Network;
  beforeAll(async () => {
    net = await indexedNetwork(path, { alter: ending('BanffCommitBlock') });
    await net.followTo(last);
  });
  afterAll(() => net.stop());

  test('the ledger has the returned stake of its owner, though no transaction list of the owner has it', async () => {
    const { rows, deps } = await getExports(net);
    const found = await rows('ledger', [owner]);
    expect(found).toEqual([
      expect.objectContaining({
        ...{ block: String(last), type: 'RewardValidatorTx', addresses: owner, direction: 'in', output: 'stake' },
        ...{ amount: '10000000', rawAmount: '10000000000000000', stakingTransactionId: stake?.txId },
        ...{ nodeId: stake?.nodeId, subnetId: '11111111111111111111111111111111LpoYY', fee: '' },
      }),
    ]);
    const { body } = await call(balances, deps, ofPChain({ addresses: owner }));
    expect(body.balances).toMatchObject({ unlockedUnstaked: [{ amount: '10000000000000000' }] });
  });
  test('the end of a stake and its reward are separate rows, in the Koinly export as well', async () => {
    const { rows } = await getExports(net);
    const ledger = await rows('ledger', [owner, rewarded]);
    expect(ledger.map(({ output, addresses }) => [output, addresses])).toEqual([
      ['stake', owner],
      ['validation reward', rewarded],
      // The validator had a delegator.
      ['delegation fee', rewarded],
    ]);
    const [, validation, fee] = ledger.map(({ rawAmount }) => BigInt(rawAmount ?? 0));
    const reward = String((validation ?? 0n) + (fee ?? 0n));
    const simple = await rows('simple', [owner, rewarded]);
    expect(simple.map((row) => [row.Label, row['Sent Amount'], row['Received Amount']])).toEqual([
      ['', '', '10000000'],
      ['reward', '', `${reward.slice(0, -9)}.${reward.slice(-9).replace(/0+$/, '')}`],
    ]);
  });
  test('the staking export has the end of the stake, and its owner from then on', async () => {
    const { rows } = await getExports(net);
    const shown = (all: readonly FileRow[]) =>
      all.map(({ event, block, amount, stake: whole, addresses, rewarded: paid }) => [
        ...[event, block, amount, whole, addresses, paid],
      ]);
    expect(shown(await rows('staking', [owner]))).toEqual([
      ['begin', '0', '', '10000000', owner, ''],
      ['end', String(last), '10000000', '10000000', owner, 'yes'],
    ]);
    expect(shown(await rows('staking', [rewarded]))).toEqual([
      ['begin', '0', '', '10000000', rewarded, ''],
      ['end', String(last), '0', '10000000', rewarded, 'yes'],
      ...[1, 2].map(() => ['reward', String(last), expect.stringMatching(/^\d+\.\d+$/), '10000000', rewarded, '']),
    ]);
  });
  test('a stake without a reward is still returned', async () => {
    const other = await indexedNetwork(path, { alter: ending('BanffAbortBlock') });
    await other.followTo(last);
    const { rows } = await getExports(other);
    const ends = (await rows('staking', [owner])).filter(({ event }) => event === 'end');
    expect(ends.map(({ amount, rewarded: paid }) => [amount, paid])).toEqual([['10000000', 'no']]);
    const got = await rows('ledger', [owner, rewarded]);
    expect(got.map(({ output }) => output)).toEqual(['stake', 'delegation fee']);
    await other.stop();
  });
});

describe('a network with lost state', () => {
  const [path] = RECORDINGS;
  const AT = 140;
  let isUpdated = false;
  /** A block with an unknown type. */
  const newer = (raw: RawPBlock): RawPBlock =>
    raw.number === AT && !isUpdated
      ? {
          ...{ number: raw.number, parentHash: raw.parentHash, time: raw.time },
          block: { id: raw.block.id, type: 'Unreadable', reason: 'unknown type 77 at byte 2', size: 300 },
          bytes: '0x00000000004d',
          unreadable: { txIds: [] },
        }
      : raw;

  test('an export stops at lost state and says so, and is whole once the block type is known', async () => {
    const net = await indexedNetwork(path, { alter: newer });
    const { recording } = net.recorded;
    const { addresses } = everybodyIn(recording);
    const fileAt = async (to: number) => {
      const { run } = await getExports(net);
      const { file, operation } = await run('ledger', addresses);
      const rows = readCsv<FileRow>(file).map(({ network: _, ...row }) => row);
      expect(rows).toEqual(expectedLedger(recording, { addresses, to }));
      return operation.request;
    };
    await net.followTo(AT + 20);
    expect(await fileAt(AT - 1)).toMatchObject({ to: AT - 1, isCutByLostState: true });
    isUpdated = true;
    await net.followTo(AT + 40);
    expect(await fileAt(AT + 40)).toEqual(expect.not.objectContaining({ isCutByLostState: true }));
    await net.stop();
  });
});

test('an export of a P-Chain removed from the configuration fails with an error that the state machine knows', async () => {
  const sources = createSources(memoryTable().table, { chains: [], pChains: [aPChain('fuji')] }, () => 0);
  for (const request of [aPrimaryRequest({ network: 'gone' }), aPrimaryRequest({ network: 'fuji' })])
    expect(() => sources({ type: 'TRANSACTION_EXPORT_PRIMARY_NETWORK', request })).toThrow(
      expect.objectContaining({
        name: 'InvalidExport',
        message: `The P-Chain of ${request.network} is no longer available.`,
      }),
    );
});
