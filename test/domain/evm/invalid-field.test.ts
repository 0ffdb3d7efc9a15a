import * as fc from 'fast-check';
import { derive } from '../../../lambdas/domain/evm/derive';
import { invalidBlockField, invalidReceiptField } from '../../../lambdas/domain/evm/invalid-field';
import type { RawBlock } from '../../../lambdas/domain/evm/rpc';
import { runs } from '../../support/full';
import { address, aRawBlock, hash } from '../../support/make/blocks';
import { aTransfer } from '../../support/make/logs';
import { aValidBlock } from '../../support/make/odd-fields';

const log = aTransfer({ kind: 'erc20', token: 20, from: 1, to: 2 });
const raw = aRawBlock(7, [
  { from: 1, to: 2 },
  { from: 2, to: 20, logs: [log, log] },
  { from: 3, input: '0x6001' },
]);

/** The block with this in the fields of one of its parts. */
const inBlock = (fields: object): RawBlock => ({ ...raw, block: { ...raw.block, ...fields } });
const inTransaction = (fields: object): RawBlock =>
  inBlock({ transactions: raw.block.transactions.map((one, i) => (i === 1 ? { ...one, ...fields } : one)) });
const inReceipt = (fields: object): RawBlock => ({
  ...raw,
  receipts: raw.receipts.map((one, i) => (i === 1 ? { ...one, ...fields } : one)),
});
const inLog = (fields: object): RawBlock =>
  inReceipt({ logs: raw.receipts[1]?.logs.map((one, i) => (i === 1 ? { ...one, ...fields } : one)) });
const upper = (text: string) => text.toUpperCase().replace('0X', '0x');
const invalidField = ({ block, receipts }: RawBlock) => invalidBlockField(block) ?? invalidReceiptField(receipts);

describe('a block of a node', () => {
  test('is valid whatever its transactions are and move', () => {
    void fc.assert(
      fc.property(aValidBlock, (block) => expect(invalidField(block)).toBeUndefined()),
      runs(30),
    );
  });

  test.each<[string, RawBlock]>([
    ['a transaction of an unknown type without fees', inTransaction({ type: '0x6a', maxFeePerGas: undefined })],
    ['another with a fee currency', inTransaction({ type: '0x76', feeCurrency: address(9), gasPrice: null })],
    ['optional fields that are null', inTransaction({ type: null, maxFeePerGas: null, accessList: null })],
    ['an access list without keys', inTransaction({ accessList: [{ address: address(1), storageKeys: null }] })],
    ['a base fee that is null', inBlock({ baseFeePerGas: null, blockGasCost: null, minDelayExcess: null })],
    ['a receipt with a state root', inReceipt({ status: undefined, root: hash(1) })],
    ['a receipt whose status is null, as OpenEthereum sends it', inReceipt({ status: null, root: hash(1) })],
    ['a receipt without a price or a contract', inReceipt({ effectiveGasPrice: null, contractAddress: undefined })],
    ['quantities in upper case and with leading zeros', inTransaction({ value: '0x00AB', nonce: '0x0000' })],
    ['addresses with a checksum', inTransaction({ from: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F' })],
    ['an empty text for no receiver', inTransaction({ to: '' })],
    ['logs whose numbers have gaps', inLog({ logIndex: '0x9' })],
    ['a log without topics or data', inLog({ topics: [], data: '0x' })],
    ['fields of its own', inBlock({ l1BatchNumber: 7, uncles: null })],
  ])('may have %s', (_, block) => {
    expect(invalidField(block)).toBeUndefined();
    expect(() => derive(block, 0)).not.toThrow();
  });

  test.each<[string, RawBlock]>([
    ['number', inBlock({ number: 7 })],
    ['number', inBlock({ number: '0x2540be400' })],
    ['hash', inBlock({ hash: upper(hash(0xabc)) })],
    ['parentHash', inBlock({ parentHash: `${hash(1)}00` })],
    ['timestamp', inBlock({ timestamp: '0x' })],
    ['gasLimit', inBlock({ gasLimit: '30000000' })],
    ['timestampMilliseconds', inBlock({ timestampMilliseconds: '0x20000000000000' })],
    ['transactions', inBlock({ transactions: undefined })],
    ['transactions[0]', inBlock({ transactions: [hash(1)] })],
    ['transactions[1].hash', inTransaction({ hash: raw.block.transactions[0]?.hash })],
    ['transactions[1].from', inTransaction({ from: null })],
    ['transactions[1].to', inTransaction({ to: '0x' })],
    ['transactions[1].value', inTransaction({ value: `0x1${'0'.repeat(64)}` })],
    ['transactions[1].input', inTransaction({ input: '0x123' })],
    ['transactions[1].input', inTransaction({ input: `0x${'ab'.repeat(8_000_001)}` })],
    ['transactions[1].nonce', inTransaction({ nonce: 1 })],
    ['transactions[1].type', inTransaction({ type: '' })],
    ['transactions[1].accessList', inTransaction({ accessList: [{ address: address(1), storageKeys: [1] }] })],
    ['receipts[1].gasUsed', inReceipt({ gasUsed: undefined })],
    ['receipts[1].status', inReceipt({ status: 1 })],
    ['receipts[1].status', inReceipt({ status: 'success' })],
    ['receipts[1].logs', inReceipt({ logs: null })],
    ['receipts[1].logs', inReceipt({ logs: [{ ...log, logIndex: '0x0', data: `0x${'00'.repeat(6_000_000)}` }] })],
    ['receipts[1].logs[0]', inReceipt({ logs: [null] })],
    ['receipts[1].logs[1].address', inLog({ address: address(1).slice(0, -2) })],
    ['receipts[1].logs[1].data', inLog({ data: '0xgg' })],
    ['receipts[1].logs[1].topics', inLog({ topics: Array.from({ length: 5 }, () => hash(1)) })],
    ['receipts[1].logs[1].topics[2]', inLog({ topics: [hash(1), hash(2), '0x3'] })],
    ['receipts[1].logs[1].logIndex', inLog({ logIndex: '0x0' })],
  ])('is refused for its field %s', (field, block) => expect(invalidField(block)).toBe(field));

  test.each([undefined, null, 'a block', 7])('is refused if it is %j', (given) => {
    expect(invalidBlockField(given)).toBe('block');
    expect(invalidReceiptField(given)).toBe('receipts');
  });
});
