import { existsSync, readFileSync } from 'node:fs';
import { toCb58 } from '../../../../lambdas/core/domain/cb58';
import { readWhole, struct, u16 } from '../../../../lambdas/pchain/domain/codec/codec';
import { unsignedTx } from '../../../../lambdas/pchain/domain/codec/tx';
import { standaloneTx } from '../../../support/pchain/codecs';
import { sha256 } from '../../../support/pchain/recorded';
import { describeIf } from '../../../support/skipping';

const FOLDER = '../shared/reference/p-chain/fixtures';
type Fixture = { name?: string; source?: string; typeID: number; txID?: string };
const read = <T>(file: string): T[] => JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as T[];

// Fixtures of the node's own tests, present only where this project is developed.
describeIf(existsSync(FOLDER), `needs ${FOLDER}`)('avalanchego test fixtures', () => {
  test('signed transactions of every type re-encode to the same bytes and IDs', () => {
    const types = new Set<number>();
    for (const { signedTxHex, typeID, txID } of read<Fixture & { signedTxHex: string }>('signed_txs_all_types.json')) {
      const digits = signedTxHex.slice(2);
      expect(standaloneTx.write(readWhole(standaloneTx, digits))).toBe(digits);
      expect(toCb58(`0x${sha256(digits)}`)).toBe(txID);
      types.add(typeID);
    }
    expect(types.size).toBe(23);
  });

  test('unsigned transactions re-encode to the same bytes', () => {
    const codec = struct({ version: u16, tx: unsignedTx });
    const fixtures = read<Fixture & { unsignedTxHex: string }>('unsigned_txs_expected_bytes.json');
    for (const { unsignedTxHex } of fixtures)
      expect(codec.write(readWhole(codec, unsignedTxHex.slice(2)))).toBe(unsignedTxHex.slice(2));
    expect(fixtures.length).toBeGreaterThan(20);
  });
});
