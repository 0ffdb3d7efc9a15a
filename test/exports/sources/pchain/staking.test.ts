import { STAKING_COLUMNS } from '../../../../lambdas/exports/contract/primary-network-exports';
import { readCsv } from '../../../support/exports/csv';
import {
  exportDeps,
  exportedNetwork,
  primaryBody,
  someHeights,
  withoutNetwork,
} from '../../../support/exports/primary';
import { runExport } from '../../../support/exports/world';
import { muteLog } from '../../../support/mute-log';
import { everybodyIn } from '../../../support/pchain/expected/everybody';
import type { FileRow } from '../../../support/pchain/expected/export-ledger';
import { expectedStaking, UNKNOWN } from '../../../support/pchain/expected/export-staking';
import { getNetwork } from '../../../support/pchain/expected/network';
import { getTxType } from '../../../support/pchain/expected/tx-type';
import { NETWORK } from '../../../support/pchain/indexed';
import { RECORDINGS, RecordedNetwork } from '../../../support/pchain/recorded';
import { primaryDeps, withNetwork } from '../../../support/pchain/world';

muteLog();

/** Rows of a file; a potential reward missing from the recording only has to be a number. */
const comparable = (found: readonly FileRow[], expected: readonly FileRow[]): FileRow[] =>
  withoutNetwork(found, NETWORK).map((row, i) => {
    const isUnknown = expected[i]?.potentialReward === UNKNOWN && /^\d+\.\d+$/.test(row.potentialReward ?? '');
    return isUnknown ? { ...row, potentialReward: UNKNOWN } : row;
  });

describe.each(RECORDINGS)('the staking export: %s', (path) => {
  test('the export has every begin, end and reward, for all addresses and for each alone', async () => {
    const { recording, last, rows } = await exportedNetwork(path);
    const { addresses } = everybodyIn(recording);
    const seen = new Set<string>();
    let unknown = 0;
    for (const some of [addresses, addresses.slice(0, 3), ...addresses.map((one) => [one])]) {
      const found = await rows('staking', some);
      for (const { event, kind, reward, rewarded } of found) seen.add([event, kind, reward, rewarded].join('/'));
      const expected = expectedStaking(recording, { addresses: some, to: last });
      expect([some, comparable(found, expected)]).toEqual([some, expected]);
      unknown += expected.filter(({ potentialReward }) => potentialReward === UNKNOWN).length;
    }
    // One delegator, in the export of all addresses and in two others.
    expect(unknown).toBe(path === RECORDINGS[0] ? 3 : 0);
    const all = ['validator', 'delegator'].flatMap((kind) => [`begin/${kind}//`, `end/${kind}//yes`]);
    const rewards = ['validator/validation', 'delegator/delegation', 'validator/delegation fee'];
    expect([...all, ...rewards.map((one) => `reward/${one}/`)].filter((one) => !seen.has(one))).toEqual([]);
  });
  test('the export begins with the documented header', async () => {
    const { recording, exported } = await exportedNetwork(path);
    const { file } = await exported('staking', everybodyIn(recording).addresses.slice(0, 1));
    expect(Buffer.from(file).toString().split('\r\n', 1)).toEqual([Object.keys(STAKING_COLUMNS).join(',')]);
  });
  test('the export stays right at each cycle of auto-renewed validators while the network grows', () =>
    withNetwork(path, async (net) => {
      const { recording } = net.recorded;
      const network = getNetwork(recording);
      const { addresses } = everybodyIn(recording);
      const cycles = network.txs.filter(({ unsignedTx }) => getTxType(unsignedTx) === 'RewardAutoRenewedValidatorTx');
      const heights = [...new Set(cycles.map(({ block }) => Number(block.height) + 1)), net.recorded.last];
      for (const at of heights) {
        await net.followTo(at);
        const deps = await exportDeps((await primaryDeps(net)).deps);
        const { file } = await runExport({ deps, table: net.table }, primaryBody('staking', addresses));
        const expected = expectedStaking(recording, { addresses, to: at });
        expect([at, comparable(readCsv<FileRow>(file), expected)]).toEqual([at, expected]);
      }
      expect(heights.length > 3).toBe(path === RECORDINGS[0]);
    }));
  test('the export ends with the last visible block, even if that proposes the end of a stake', async () => {
    for (const at of someHeights(getNetwork(new RecordedNetwork(path).recording))) {
      const { recording, rows } = await exportedNetwork(path, at);
      const { addresses } = everybodyIn(recording);
      const expected = expectedStaking(recording, { addresses, to: at });
      expect([at, comparable(await rows('staking', addresses), expected)]).toEqual([at, expected]);
    }
  });
});
