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

// Of the node's own tests: beside the project where it is made, and nowhere else.
describeIf(existsSync(FOLDER), `needs ${FOLDER}`)('bytes from the tests of avalanchego', () => {
  test('signed transactions of every type are written as they are read, and have its ids', () => {
    const types = new Set<number>();
    for (const { signedTxHex, typeID, txID } of read<Fixture & { signedTxHex: string }>('signed_txs_all_types.json')) {
      const digits = signedTxHex.slice(2);
      expect(standaloneTx.write(readWhole(standaloneTx, digits))).toBe(digits);
      expect(toCb58(`0x${sha256(digits)}`)).toBe(txID);
      types.add(typeID);
    }
    expect(types.size).toBe(23);
  });

  test('unsigned transactions are written as they are read', () => {
    const codec = struct({ version: u16, tx: unsignedTx });
    const fixtures = read<Fixture & { unsignedTxHex: string }>('unsigned_txs_expected_bytes.json');
    for (const { unsignedTxHex } of fixtures)
      expect(codec.write(readWhole(codec, unsignedTxHex.slice(2)))).toBe(unsignedTxHex.slice(2));
    expect(fixtures.length).toBeGreaterThan(20);
  });
});
