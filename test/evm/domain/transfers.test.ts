import * as fc from 'fast-check';
import type { RpcLog, RpcReceipt } from '../../../lambdas/evm/domain/rpc';
import { getTransfers, MAX_CONSECUTIVE_IDS, type TransferRow } from '../../../lambdas/evm/domain/transfers';
import { repeatedRuns } from '../../support/full';
import { address, aRawBlock } from '../../support/make/blocks';
import { aBatch, aPlainTransfer, aRange, aTransfer } from '../../support/make/logs';
import { ODD_LOGS } from '../../support/make/odd-logs';
import { type AnyLog, anyLog, byViem } from '../../support/oracles/viem-transfers';

/** Checksummed, as some nodes write it. */
const TOKEN = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

/** A block's receipts: logs by transaction, numbered over the block. */
function getReceipts(logs: readonly (readonly AnyLog[])[]): RpcReceipt[] {
  let logIndex = 0;
  const placed = (log: AnyLog): RpcLog => ({ ...log, address: TOKEN, logIndex: `0x${(logIndex++).toString(16)}` });
  return aRawBlock(
    1,
    logs.map(() => ({ from: 1, to: 2 })),
  ).receipts.map((receipt, i) => ({ ...receipt, logs: (logs[i] ?? []).map(placed) }));
}

/** viem's decoding, with positions. */
function expected(logs: readonly (readonly AnyLog[])[]): TransferRow[] {
  const token = TOKEN.toLowerCase();
  const all = logs.flatMap((own, tx) => own.map((log) => ({ tx, log })));
  return all
    .flatMap(({ tx, log }, logIndex) => byViem(log).map((said) => ({ tx, logIndex, token, ...said })))
    .map((transfer, row) => ({ row, ...transfer }));
}

describe('getTransfers', () => {
  test('transfers equal viem’s decoding of any logs, in order and with positions', () => {
    const seen = { erc20: 0, erc721: 0, erc1155: 0, batches: 0, none: 0 };
    void fc.assert(
      fc.property(
        fc.array(fc.array(anyLog, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 3 }),
        (logs) => {
          const rows = getTransfers(getReceipts(logs));
          expect(rows).toEqual(expected(logs));
          for (const log of logs.flat()) {
            const said = byViem(log);
            seen[said[0]?.kind ?? 'none']++;
            if (said.length > 1) seen.batches++;
          }
        },
      ),
      repeatedRuns(150),
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
  });
  test.each(ODD_LOGS)('$name yields $gives transfers', ({ gives, ...log }) => {
    const rows = getTransfers(getReceipts([[log]]));
    expect(rows).toHaveLength(gives);
    expect(rows).toEqual(expected([[log]]));
  });
  test('a batch has one row per entry with the same log index, and later rows continue the numbering', () => {
    const between = { token: 40, from: 0, to: 2 };
    const batch = aBatch(between, [
      [7n, 1n],
      [7n, 2n],
    ]);
    const { receipts } = aRawBlock(1, [
      { from: 1, to: 40, logs: [batch] },
      { from: 1, to: 40, failed: true, logs: [batch] },
      { from: 1, to: 20, logs: [aTransfer({ kind: 'erc20', token: 20, from: 2, to: 0, value: 9n })] },
    ]);
    const entry = { kind: 'erc1155', tx: 0, logIndex: 0, token: address(40), from: address(0), to: address(2), id: 7n };
    expect(getTransfers(receipts)).toEqual([
      { ...entry, row: 0, value: 1n },
      { ...entry, row: 1, value: 2n },
      {
        ...{ kind: 'erc20', row: 2, tx: 2, logIndex: 1, token: address(20) },
        ...{ from: address(2), to: address(0), value: 9n },
      },
    ]);
  });
  test('a batch of 5,000 entries is read completely and in order', () => {
    const batch = aBatch(
      { token: 40, from: 1, to: 2 },
      Array.from({ length: 5_000 }, (_, i) => [BigInt(i), 1n]),
    );
    const { receipts } = aRawBlock(1, [{ from: 1, to: 40, logs: [batch] }]);
    expect(getTransfers(receipts).map(({ id }) => id)).toEqual(Array.from({ length: 5_000 }, (_, i) => BigInt(i)));
  });
});

describe('consecutive transfers (ERC-2309)', () => {
  const MINT = { token: 50, from: 0, to: 7 };
  const receiptsWith = (...logs: ReturnType<typeof aRange>[]) => aRawBlock(1, [{ from: 1, to: 50, logs }]).receipts;
  const toIds = (...logs: ReturnType<typeof aRange>[]) => getTransfers(receiptsWith(...logs)).map(({ id }) => id);

  test('a consecutive transfer moves each id of its range, both ends included, as an ERC-721 transfer of one log', () => {
    const after = aTransfer({ kind: 'erc721', token: 50, from: 7, to: 8, id: 41n });
    const own = { kind: 'erc721', tx: 0, token: address(50) };
    const mint = { ...own, logIndex: 0, from: address(0), to: address(7) };
    expect(getTransfers(receiptsWith(aRange(MINT, 40n, 42n), after))).toEqual([
      { ...mint, row: 0, id: 40n },
      { ...mint, row: 1, id: 41n },
      { ...mint, row: 2, id: 42n },
      { ...own, logIndex: 1, row: 3, from: address(7), to: address(8), id: 41n },
    ]);
  });
  test.each([
    ['one id', 9n, 9n, 1],
    ['the two greatest ids', 2n ** 256n - 2n, 2n ** 256n - 1n, 2],
    ['no ids (end before start)', 9n, 8n, 0],
  ])('a range of %s yields one transfer per id', (_, first, last, count) => {
    expect(toIds(aRange(MINT, first, last))).toHaveLength(count);
  });
  test.each([
    ['without its end', { data: '0x' }],
    ['without the recipient', { topics: aRange(MINT, 1n, 2n).topics.slice(0, 3) }],
  ])('a log %s is not a consecutive transfer', (_, part) => {
    expect(toIds({ ...aRange(MINT, 1n, 2n), ...part })).toEqual([]);
  });
  test('consecutive transfers of a block are cut at a maximum number of ids, without affecting other logs', () => {
    const bound = BigInt(MAX_CONSECUTIVE_IDS);
    const half = aRange(MINT, 1n, bound / 2n);
    const endless = aRange({ ...MINT, token: 51 }, 0n, 2n ** 256n - 1n);
    const later = aTransfer({ kind: 'erc721', token: 50, from: 7, to: 8, id: 3n });
    const ids = toIds(half, endless, endless, later);
    expect(ids).toHaveLength(MAX_CONSECUTIVE_IDS + 1);
    expect(ids.slice(-2)).toEqual([bound / 2n - 1n, 3n]);
  });
});

describe('transfers of a contract with a stated standard', () => {
  const between = { token: 60, from: 1, to: 2 };
  const block = aRawBlock(1, [
    { from: 1, to: 60, logs: ([1, 3, 4] as const).map((topics) => aPlainTransfer(between, 77n, topics)) },
  ]);
  const shown = (standards: Parameters<typeof getTransfers>[1]) =>
    getTransfers(block.receipts, standards).map(({ kind, from, to, id, value }) => [kind, from, to, id ?? value]);
  const of = (...kinds: string[]) => kinds.map((kind) => [kind, address(1), address(2), 77n]);

  test.each([
    ['nothing is stated', undefined, of('erc20', 'erc20', 'erc721')],
    ['the contract states as-logged', { [address(60)]: 'as-logged' }, of('erc20', 'erc20', 'erc721')],
    ['the contract states ERC-721', { [address(60)]: 'erc721' }, of('erc721', 'erc721', 'erc721')],
    ['the contract states ERC-20', { [address(60)]: 'erc20' }, of('erc20', 'erc20', 'erc20')],
    ['another contract states something', { [address(61)]: 'erc721' }, of('erc20', 'erc20', 'erc721')],
  ] as const)('the stated standard decides the kind of a Transfer: %s', (_, standards, expected) => {
    expect(shown(standards)).toEqual(expected);
  });
});
