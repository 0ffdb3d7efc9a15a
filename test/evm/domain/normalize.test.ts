import * as fc from 'fast-check';
import { derive } from '../../../lambdas/evm/domain/derive';
import { matchReceipts } from '../../../lambdas/evm/domain/match-receipts';
import { normalizeBlock, normalizeHeader, normalizeReceipt } from '../../../lambdas/evm/domain/normalize';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { runs } from '../../support/full';
import { address, aRawBlock, hash } from '../../support/make/blocks';
import { aTransfer } from '../../support/make/logs';
import { aValidBlock, oddValue } from '../../support/make/odd-fields';

const log = aTransfer({ kind: 'erc20', token: 20, from: 1, to: 2 });
const raw = aRawBlock(7, [
  { from: 1, to: 2 },
  { from: 2, to: 20, logs: [log, log] },
  { from: 3, input: '0x6001' },
]);

type Sent = { readonly block: object; readonly receipts: readonly unknown[] };
const inBlock = (fields: object): Sent => ({ ...raw, block: { ...raw.block, ...fields } });
const inTransaction = (fields: object): Sent =>
  inBlock({ transactions: raw.block.transactions.map((one, i) => (i === 1 ? { ...one, ...fields } : one)) });
const inReceipt = (fields: object): Sent => ({
  ...raw,
  receipts: raw.receipts.map((one, i) => (i === 1 ? { ...one, ...fields } : one)),
});
const inLog = (fields: object): Sent =>
  inReceipt({ logs: raw.receipts[1]?.logs.map((one, i) => (i === 1 ? { ...one, ...fields } : one)) });
const upper = (text: string) => text.toUpperCase();

/** The normalized block, or the field that it is rejected for. */
function read({ block: sent, receipts }: Sent): RawBlock | string {
  const block = normalizeBlock(sent);
  if ('invalid' in block) return block.invalid;
  const matched = matchReceipts(block.value, receipts, false);
  if (!('receipts' in matched)) return matched.why;
  return { block: block.value, receipts: matched.receipts, balances: {} };
}
const toRows = (given: RawBlock | string) => {
  if (typeof given === 'string') throw new Error(`refused: ${given}`);
  return derive(given, 0);
};
const PLAIN = toRows(read(raw));

describe('block normalization', () => {
  test('a regular block is returned as it is, without copies', () => {
    void fc.assert(
      fc.property(aValidBlock, (given) => {
        const found = read(given);
        expect(found).toMatchObject({ block: given.block });
        if (typeof found === 'string') throw new Error(found);
        for (const [i, transaction] of found.block.transactions.entries())
          expect(transaction).toBe(given.block.transactions[i]);
        for (const [i, receipt] of found.receipts.entries()) expect(receipt).toBe(given.receipts[i]);
      }),
      runs(30),
    );
  });

  test.each<[string, Sent]>([
    ['a transaction of an unknown type without fees', inTransaction({ type: '0x6a', maxFeePerGas: undefined })],
    ['a transaction of an unknown type with a fee currency', inTransaction({ type: '0x76', feeCurrency: address(9) })],
    ['null optional fields', inTransaction({ type: null, maxFeePerGas: null, accessList: null })],
    ['an access list without keys', inTransaction({ accessList: [{ address: address(1), storageKeys: null }] })],
    ['an unreadable access list', inTransaction({ accessList: [{ address: address(1), storageKeys: [1] }] })],
    ['null block fees', inBlock({ blockGasCost: null, minDelayExcess: null, baseFeePerGas: '0x3b9aca00' })],
    ['no proof-of-work fields', inBlock({ difficulty: undefined, nonce: undefined, uncles: null, mixHash: null })],
    ['numbers as JSON numbers', inBlock({ number: 7, gasUsed: Number(raw.block.gasUsed) })],
    ['numbers in decimal text', inBlock({ number: '7', gasLimit: String(Number(raw.block.gasLimit)) })],
    ['numbers with leading zeros and in capitals', inTransaction({ nonce: '0X0001', gas: upper('0x000c350') })],
    ['hashes in capitals', inBlock({ hash: upper(raw.block.hash), parentHash: upper(raw.block.parentHash) })],
    ['addresses padded to a word', inTransaction({ from: `0x${'0'.repeat(24)}${address(2).slice(2)}` })],
    ['absent positions', inTransaction({ transactionIndex: undefined })],
    ['receipts without a block number', inReceipt({ blockNumber: null })],
    ['a status as a boolean', inReceipt({ status: true })],
    ['a status with leading zeros', inReceipt({ status: '0x01' })],
    ['a receipt without a contract', inReceipt({ contractAddress: '0x' })],
    ['logs numbered from 0 in each transaction', inLog({ logIndex: '0x0' })],
    ['logs without numbers', inLog({ logIndex: null })],
    ['unreadable log numbers', inLog({ logIndex: 'first' })],
    ['extra fields', inBlock({ l1BatchNumber: 7 })],
  ])('a block with %s yields the same rows', (_, sent) => {
    const { raw: _raw, ...rows } = toRows(read(sent));
    const { raw: _plain, ...plain } = PLAIN;
    // A transaction of an unknown type differs only in its type.
    const typeless = (one: typeof rows) =>
      JSON.stringify(one, (key, v) =>
        key === 'type' || key === 'maxFee' ? undefined : typeof v === 'bigint' ? String(v) : v,
      );
    expect(typeless(rows)).toBe(typeless(plain));
  });

  test.each<[string, Sent, object]>([
    ['input', inTransaction({ input: null }), { input: '0x' }],
    ['input', inTransaction({ input: '0x0' }), { input: '0x' }],
    ['input', inTransaction({ input: undefined, data: '0x01' }), { input: '0x01' }],
    ['value', inTransaction({ value: '0x' }), { value: 0n }],
    ['value', inTransaction({ value: `0x1${'0'.repeat(64)}` }), { value: 0n }],
    ['nonce', inTransaction({ nonce: null }), { nonce: 0n }],
    ['gas', inTransaction({ gas: {} }), { gasLimit: 0n }],
    ['type', inTransaction({ type: 'legacy' }), { type: 0 }],
    ['gasUsed of a receipt', inReceipt({ gasUsed: undefined }), { gasUsed: 0n }],
    ['effectiveGasPrice', inReceipt({ effectiveGasPrice: 'cheap' }), { gasPrice: 0n }],
  ])('an absent or unreadable %s gets its neutral value', (_, sent, expected) => {
    const neutral = (one: Sent) => toRows(read(one)).transactions;
    expect(neutral(sent)[1]).toMatchObject(expected);
    expect(neutral(sent).filter((__, i) => i !== 1)).toEqual(PLAIN.transactions.filter((__, i) => i !== 1));
  });

  test.each([[[]], [{ storageKeys: [] }], [{ address: null }], [null]])(
    'an access list is dropped if an entry has no address: %j',
    (entry) => {
      const normalized = normalizeBlock(inTransaction({ accessList: [entry] }).block);
      expect(normalized).toMatchObject({ value: { number: raw.block.number } });
      expect('value' in normalized && normalized.value.transactions[1]?.accessList).toBeUndefined();
    },
  );

  test.each([null, '0x', '', undefined])('a transaction with recipient %j creates a contract', (to) => {
    expect(toRows(read(inTransaction({ to }))).transactions[1]).not.toHaveProperty('to');
  });

  test.each([undefined, null])(
    'transactions of %j count as empty unless the transactions root says otherwise',
    (transactions) => {
      const empty = { ...inBlock({ transactions }), receipts: [] };
      expect(toRows(read(empty)).block.txCount).toBe(0);
      expect(read({ ...inBlock({ transactions, transactionsRoot: hash(5) }), receipts: [] })).toBe('transactions');
    },
  );

  test('null logs and topics count as empty, as Go encodes empty slices', () => {
    expect(toRows(read(inReceipt({ logs: null }))).transfers).toEqual([]);
    expect(toRows(read(inLog({ topics: null, data: null }))).transfers).toHaveLength(1);
  });

  test('a transaction listed twice is kept once', () => {
    const [first] = raw.block.transactions;
    const twice = inBlock({ transactions: [...raw.block.transactions, first] });
    expect(toRows(read({ ...twice, receipts: [...raw.receipts, raw.receipts[0]] })).transactions).toEqual(
      PLAIN.transactions,
    );
  });

  test.each([
    ['seconds', 1_790_000_000],
    ['milliseconds', 1_790_000_000_123],
    ['microseconds', 1_790_000_000_123_456],
    ['nanoseconds', 1_790_000_000_123_456_789n],
  ])('a timestamp in %s is converted to seconds', (_, timestamp) => {
    const sent = inBlock({ timestamp: `0x${timestamp.toString(16)}` });
    expect(toRows(read(sent)).block.time).toBe(1_790_000_000);
    expect(normalizeHeader(sent.block)).toMatchObject({ value: { timestamp: `0x${(1_790_000_000).toString(16)}` } });
  });

  test.each<[string, Sent]>([
    ['number', inBlock({ number: '0x2540be400' })],
    ['number', inBlock({ number: null })],
    ['hash', inBlock({ hash: address(1) })],
    ['parentHash', inBlock({ parentHash: `${hash(1)}00` })],
    ['timestamp', inBlock({ timestamp: '0x' })],
    ['transactions', inBlock({ transactions: {} })],
    ['transactions[0]', inBlock({ transactions: [hash(1)] })],
    ['transactions[1].hash', inTransaction({ hash: null })],
    ['transactions[1].from', inTransaction({ from: null })],
    ['transactions[1].input', inTransaction({ input: `0x${'ab'.repeat(8_000_001)}` })],
    ['receipts[1].transactionHash', inReceipt({ transactionHash: undefined })],
    ['receipts[1].logs', inReceipt({ logs: [{ ...log, logIndex: '0x0', data: `0x${'00'.repeat(6_000_000)}` }] })],
    ['receipts[1].logs', inReceipt({ logs: null, logsBloom: `0x${'1'.padStart(512, '0')}` })],
    ['receipts[1].logs[0]', inReceipt({ logs: [null] })],
    ['receipts[1].logs[1].address', inLog({ address: address(1).slice(0, -2) })],
    ['receipts[1].logs[1].topics', inLog({ topics: Array.from({ length: 5 }, () => hash(1)) })],
    ['receipts[1].logs[1].topics[2]', inLog({ topics: [hash(1), hash(2), '0x3'] })],
  ])('a block is rejected for an invalid %s', (field, sent) => expect(read(sent)).toBe(field));

  test.each([undefined, null, 'a block', 7])('a block or receipt of %j is rejected', (given) => {
    expect(normalizeBlock(given)).toEqual({ invalid: 'block' });
    expect(normalizeReceipt(given)).toEqual({ invalid: 'receipt' });
  });

  const IDENTITY = {
    block: ['number', 'hash', 'parentHash', 'timestamp', 'transactions'],
    transaction: ['hash', 'from'],
    receipt: ['transactionHash', 'blockHash', 'logs'],
    log: ['address', 'topics'],
  };
  const PARTS = [
    ['block', raw.block, inBlock],
    ['transaction', raw.block.transactions[1], inTransaction],
    ['receipt', raw.receipts[1], inReceipt],
    ['log', raw.receipts[1]?.logs[1], inLog],
  ] as const;
  const fields = PARTS.flatMap(([part, object, within]) =>
    Object.keys(object ?? {})
      .filter((field) => !IDENTITY[part].includes(field))
      .map((field) => ({ part, field, within })),
  );

  test('a single odd field affects neither the chain links nor the other transactions', () => {
    expect(fields.length).toBeGreaterThan(15);
    void fc.assert(
      fc.property(fc.constantFrom(...fields), oddValue, ({ part, field, within }, odd) => {
        const rows = toRows(read(within({ [field]: odd })));
        const { number, hash: own, parentHash, time, txCount } = PLAIN.block;
        expect(rows.block).toMatchObject({ number, hash: own, parentHash, time, txCount });
        expect(rows.transactions.filter((_, i) => i !== 1)).toEqual(PLAIN.transactions.filter((_, i) => i !== 1));
        expect(rows.transactions[1]?.hash).toBe(PLAIN.transactions[1]?.hash);
        // Success and failure are never confused unless the node itself reports so.
        if (field !== 'status') expect(rows.transactions[1]?.status).toBe('success');
        if (part !== 'log') expect(rows.transfers).toEqual(PLAIN.transfers);
      }),
      runs(300),
    );
  });
});
