import { SIMPLE_COLUMNS } from '../../../lambdas/contract/primary-network-exports';
import { exportedNetwork, someHeights, withoutNetwork } from '../../support/exports/primary';
import { muteConsole } from '../../support/follower/mute-console';
import { everybodyIn } from '../../support/p-chain/expected/everybody';
import { expectedSimple } from '../../support/p-chain/expected/export-rows';
import { networkOf } from '../../support/p-chain/expected/network';
import { NETWORK } from '../../support/p-chain/indexed';
import { RECORDINGS, RecordedNetwork } from '../../support/p-chain/recorded';

muteConsole();

describe.each(RECORDINGS)('an export for tax tools: %s', (path) => {
  test('has what each transaction changed, of all addresses together, of some and of each alone', async () => {
    const { recording, last, rows } = await exportedNetwork(path);
    const { addresses } = everybodyIn(recording);
    const seen = new Set<string>();
    for (const some of [addresses, addresses.slice(0, 3), ...addresses.map((one) => [one])]) {
      const found = await rows('simple', some);
      for (const { label = '', sent, received } of found)
        seen.add(`${label} ${sent ? 'sent' : ''}${received ? 'received' : ''}`);
      const expected = expectedSimple(recording, { addresses: some, to: last });
      expect([some, withoutNetwork(found, NETWORK)]).toEqual([some, expected]);
    }
    expect([...seen].toSorted()).toEqual(expect.arrayContaining([' received', ' sent', 'cost ', 'reward received']));
  });
  test('what was received less what was sent and the fees is what the ledger sums up to', async () => {
    const { recording, rows } = await exportedNetwork(path);
    for (const address of everybodyIn(recording).addresses) {
      const sum = (amounts: readonly (string | undefined)[]) =>
        amounts.reduce((total, one) => total + BigInt(one || 0), 0n);
      const ledger = await rows('ledger', [address]);
      const direction = (wanted: string) =>
        sum(ledger.filter((row) => row.direction === wanted).map(({ rawAmount }) => rawAmount));
      const simple = await rows('simple', [address]);
      const [sent, received, fee] = ['rawSent', 'rawReceived', 'rawFee'].map((name) =>
        sum(simple.map((row) => row[name])),
      );
      expect([address, (received ?? 0n) - (sent ?? 0n) - (fee ?? 0n)]).toEqual([
        address,
        direction('in') - direction('out'),
      ]);
    }
  });
  test('ends with the last block that readers see', async () => {
    for (const at of someHeights(networkOf(new RecordedNetwork(path).recording))) {
      const { recording, rows } = await exportedNetwork(path, at);
      const { addresses } = everybodyIn(recording);
      const expected = expectedSimple(recording, { addresses, to: at });
      expect([at, withoutNetwork(await rows('simple', addresses), NETWORK)]).toEqual([at, expected]);
    }
  });
  test('begins with the documented header', async () => {
    const { recording, exported } = await exportedNetwork(path);
    const { file } = await exported('simple', everybodyIn(recording).addresses.slice(0, 1));
    expect(Buffer.from(file).toString().split('\r\n', 1)).toEqual([Object.keys(SIMPLE_COLUMNS).join(',')]);
  });
});
