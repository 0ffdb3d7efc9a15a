import { LEDGER_COLUMNS } from '../../../../lambdas/exports/contract/primary-network-exports';
import { handler as balances } from '../../../../lambdas/pchain/api/balances/get-balances-by-addresses';
import { call } from '../../../support/endpoints/call';
import type { AllDeps } from '../../../support/endpoints/deps';
import { ofPChain } from '../../../support/endpoints/primary-network';
import { exportedNetwork, someHeights, withoutNetwork } from '../../../support/exports/primary';
import { some } from '../../../support/full';
import { muteLog } from '../../../support/mute-log';
import type { ExpectedBalance } from '../../../support/pchain/expected/balances';
import { everybodyIn } from '../../../support/pchain/expected/everybody';
import type { FileRow } from '../../../support/pchain/expected/export-ledger';
import { expectedLedger } from '../../../support/pchain/expected/export-rows';
import { getNetwork } from '../../../support/pchain/expected/network';
import { NETWORK } from '../../../support/pchain/indexed';
import { RECORDINGS, RecordedNetwork } from '../../../support/pchain/recorded';

muteLog();

/** The sum of the rows up to a time, by asset. */
function sumUp(rows: readonly FileRow[], time: number): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const { date = '', direction, asset = '', rawAmount = '' } of rows)
    if (Date.parse(date) / 1_000 <= time)
      sums[asset] = (sums[asset] ?? 0n) + BigInt(rawAmount) * (direction === 'in' ? 1n : -1n);
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n));
}

/** The API's balance of addresses at a time, in any state, by asset. */
async function balanceAt(deps: AllDeps, addresses: readonly string[], time: number): Promise<Record<string, bigint>> {
  const query = { addresses: addresses.join(), blockTimestamp: String(time) };
  const { body } = await call(balances, deps, ofPChain(query));
  const sums: Record<string, bigint> = {};
  for (const { assetId, amount } of Object.values(body.balances as ExpectedBalance).flat())
    sums[assetId] = (sums[assetId] ?? 0n) + BigInt(amount);
  return sums;
}

describe.each(RECORDINGS)('the P-Chain ledger: %s', (path) => {
  test('the ledger has every incoming and outgoing output, for all addresses and for each alone', async () => {
    const { recording, last, rows } = await exportedNetwork(path);
    const { addresses } = everybodyIn(recording);
    const seen = new Set<string>();
    for (const owners of [addresses, addresses.slice(0, 3), ...addresses.map((one) => [one])]) {
      const found = await rows('ledger', owners);
      for (const { output = '' } of found) seen.add(output);
      const expected = expectedLedger(recording, { addresses: owners, to: last });
      expect([owners, withoutNetwork(found, NETWORK)]).toEqual([owners, expected]);
    }
    const all = ['transfer', 'stake', 'validation reward', 'delegation reward', 'delegation fee', 'genesis'];
    expect(all.filter((kind) => !seen.has(kind))).toEqual([]);
    expect(seen.has('refund')).toBe(path === RECORDINGS[0]);
  });
  test('the ledger begins with the documented header', async () => {
    const { recording, exported } = await exportedNetwork(path);
    const { file } = await exported('ledger', everybodyIn(recording).addresses.slice(0, 1));
    expect(Buffer.from(file).toString().split('\r\n', 1)).toEqual([Object.keys(LEDGER_COLUMNS).join(',')]);
  });
  test("the ledger sums up to the API's balances at the time of every block", async () => {
    const { recording, deps, rows } = await exportedNetwork(path);
    const network = getNetwork(recording);
    const { addresses } = everybodyIn(recording);
    const times = [...new Set(network.blocks.map((block) => network.getTime(block)))];
    const two = addresses.slice(2, 4);
    for (const [owners, every] of [
      [addresses, 3],
      [two, 17],
      ...addresses.map((one) => [[one], 90] as const),
    ] as const) {
      const found = await rows('ledger', owners);
      for (const time of some(times, every))
        expect([owners, time, sumUp(found, time)]).toEqual([owners, time, await balanceAt(deps, owners, time)]);
    }
  });
  test('the ledger ends with the last visible block, even if that is a proposal and the next one is being written', async () => {
    for (const at of some(someHeights(getNetwork(new RecordedNetwork(path).recording)), 2)) {
      const { recording, rows, exported } = await exportedNetwork(path, at);
      const { addresses } = everybodyIn(recording);
      const expected = expectedLedger(recording, { addresses, to: at });
      expect([at, withoutNetwork(await rows('ledger', addresses), NETWORK)]).toEqual([at, expected]);
      const { operation } = await exported('ledger', addresses);
      expect(operation.request).toMatchObject({ to: at });
    }
  });
});
