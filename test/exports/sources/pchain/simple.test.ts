import { exportedNetwork, someHeights } from '../../../support/exports/primary';
import { muteLog } from '../../../support/mute-log';
import { everybodyIn } from '../../../support/pchain/expected/everybody';
import type { FileRow } from '../../../support/pchain/expected/export-ledger';
import { expectedSimple } from '../../../support/pchain/expected/export-rows';
import { getNetwork } from '../../../support/pchain/expected/network';
import { RECORDINGS, RecordedNetwork } from '../../../support/pchain/recorded';

muteLog();

/** An amount of a row in the smallest unit of its asset. */
function getAmount(row: FileRow, name: string): bigint {
  const [whole = '', fraction = ''] = (row[`${name} Amount`] ?? '').split('.');
  return BigInt(whole + (row[`${name} Currency`] === 'AVAX' ? fraction.padEnd(9, '0') : fraction));
}

describe.each(RECORDINGS)('the Koinly export: %s', (path) => {
  test('the export has the net change of each transaction, for all addresses, for some and for each alone', async () => {
    const { recording, last, rows } = await exportedNetwork(path);
    const { addresses } = everybodyIn(recording);
    const seen = new Set<string>();
    for (const some of [addresses, addresses.slice(0, 3), ...addresses.map((one) => [one])]) {
      const found = await rows('simple', some);
      for (const { Label = '', ...row } of found)
        seen.add(`${Label} ${row['Sent Amount'] ? 'sent' : ''}${row['Received Amount'] ? 'received' : ''}`);
      const expected = expectedSimple(recording, { addresses: some, to: last });
      expect([some, found]).toEqual([some, expected]);
    }
    expect([...seen].toSorted()).toEqual([' received', ' sent', 'cost sent', 'reward received']);
  });
  test("the received amount less the sent amount and the fees equals the ledger's sum", async () => {
    const { recording, rows } = await exportedNetwork(path);
    for (const address of everybodyIn(recording).addresses) {
      const sum = (amounts: readonly (string | undefined)[]) =>
        amounts.reduce((total, one) => total + BigInt(one || 0), 0n);
      const ledger = await rows('ledger', [address]);
      const direction = (wanted: string) =>
        sum(ledger.filter((row) => row.direction === wanted).map(({ rawAmount }) => rawAmount));
      const simple = await rows('simple', [address]);
      const [sent = 0n, received = 0n, fee = 0n] = ['Sent', 'Received', 'Fee'].map((name) =>
        simple.reduce((total, row) => total + getAmount(row, name), 0n),
      );
      expect([address, received - sent - fee]).toEqual([address, direction('in') - direction('out')]);
    }
  });
  test('the export ends with the last visible block', async () => {
    for (const at of someHeights(getNetwork(new RecordedNetwork(path).recording))) {
      const { recording, rows } = await exportedNetwork(path, at);
      const { addresses } = everybodyIn(recording);
      const expected = expectedSimple(recording, { addresses, to: at });
      expect([at, await rows('simple', addresses)]).toEqual([at, expected]);
    }
  });
  test("the export has Koinly's header and date format", async () => {
    const { recording, exported } = await exportedNetwork(path);
    const { file } = await exported('simple', everybodyIn(recording).addresses.slice(0, 1));
    const [header, ...rows] = Buffer.from(file).toString().trim().split('\r\n');
    expect(header).toBe(
      'Date,Sent Amount,Sent Currency,Received Amount,Received Currency,Fee Amount,Fee Currency,Label,Description,TxHash',
    );
    for (const row of rows) expect(row).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,/);
    expect(rows.length).toBeGreaterThan(0);
  });
  test('every row has exactly one amount, as Koinly requires', async () => {
    const { recording, rows } = await exportedNetwork(path);
    for (const address of everybodyIn(recording).addresses)
      for (const row of await rows('simple', [address]))
        expect([row, Boolean(row['Sent Amount']) !== Boolean(row['Received Amount'])]).toEqual([row, true]);
  });
});
