import * as fc from 'fast-check';
import { toHex } from 'viem/utils';
import { repeatedRuns } from '../../support/full';
import { ODD_LOGS } from '../../support/make/odd-logs';
import { type PlainLog, plainTransfers } from '../../support/oracles/plain-transfers';
import { type AnyLog, anyLog, byViem } from '../../support/oracles/viem-transfers';

const TOKEN = `0x${'aB'.repeat(20)}` as const;
const KIND = { erc20: 'ERC-20', erc721: 'ERC-721', erc1155: 'ERC-1155' } as const;

const getLog = ({ topics, data }: AnyLog): PlainLog => ({ address: TOKEN, topics, data, logIndex: '0x1f' });
const getTransfers = (given: AnyLog) => plainTransfers([{ transactionHash: '0xAB', logs: [getLog(given)] }]);
/** viem's decoding. */
const getExpected = (given: AnyLog) =>
  byViem(given).map(({ kind, ...said }, batchIndex) => ({
    kind: KIND[kind],
    ...{ txHash: '0xab', logIndex: 31, batchIndex, token: TOKEN.toLowerCase() },
    ...said,
  }));

describe('plainTransfers', () => {
  test('any log is decoded as by viem, and not at all if viem throws', () => {
    const seen = { none: 0, 'ERC-20': 0, 'ERC-721': 0, 'ERC-1155': 0, batches: 0 };
    void fc.assert(
      fc.property(anyLog, (given) => {
        const transfers = getTransfers(given);
        seen[transfers[0]?.kind ?? 'none']++;
        if (transfers.length > 1) seen.batches++;
        expect(transfers).toEqual(getExpected(given));
      }),
      repeatedRuns(600),
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
  });

  test.each(ODD_LOGS)('$name yields $gives transfers', (given) => {
    expect(getTransfers(given)).toHaveLength(given.gives);
    expect(getTransfers(given)).toEqual(getExpected(given));
  });

  test('transfers keep the order and positions of transactions, logs and batch entries', () => {
    const [one, many] = [ODD_LOGS.find(({ gives }) => gives === 1), ODD_LOGS.find(({ gives }) => gives === 2)];
    if (!one || !many) throw new Error('the odd logs lack one of one entry or one of two');
    const logs = [one, ODD_LOGS[0] ?? one, many].map((given, n) => ({ ...getLog(given), logIndex: toHex(n + 9) }));
    const receipts = [
      { transactionHash: '0xB', logs },
      { transactionHash: '0xA', logs: [{ ...getLog(one), logIndex: '0xc' }] },
    ];
    const places = plainTransfers(receipts).map((t) => [t.txHash, t.logIndex, t.batchIndex]);
    expect(places).toEqual([
      ['0xb', 9, 0],
      ['0xb', 11, 0],
      ['0xb', 11, 1],
      ['0xa', 12, 0],
    ]);
  });
});
