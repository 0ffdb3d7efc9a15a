import { existsSync, readFileSync } from 'node:fs';
import { AddressActivityMessage } from '../../../../lambdas/webhooks/kinds/address-activity/contract/message';
import { getEvent, type TransactionContext } from '../../../../lambdas/webhooks/kinds/address-activity/payload';
import { aChain, address, hash } from '../../../support/make/blocks';
import { testIf } from '../../../support/skipping';
import { readYaml, type Yaml } from '../../../support/sources/yaml';

const TOKEN = address(0x20);
const word = (n: number) => hash(n);
const transfer = { row: 0, tx: 3, logIndex: 9, token: TOKEN, from: address(1), to: address(2) } as const;
const context: TransactionContext = {
  chain: aChain(),
  block: { number: 77, hash: hash(77), time: 1_700_000_077 },
  row: {
    index: 3,
    hash: hash(5),
    status: 'success',
    type: 2,
    gasLimit: 90_000n,
    gasUsed: 50_000n,
    gasPrice: 7n,
    nonce: 4n,
    from: address(0xabc),
    to: TOKEN,
    value: 1_500_000_000_000_000_000n,
    input: '0xa9059cbb',
    maxFee: 9n,
    maxPriorityFee: 2n,
  },
  raw: { accessList: [{ address: TOKEN, storageKeys: [word(1)] }] },
  receipt: {
    contractAddress: null,
    logs: [{ address: TOKEN, topics: [word(1), word(2)], data: '0x01', logIndex: '0x9' }],
  },
  cumulativeGas: 123_456n,
  transfers: [
    { kind: 'erc20', ...transfer, value: 2_500_000n },
    { kind: 'erc721', ...transfer, id: 7n },
    { kind: 'erc1155', ...transfer, id: 8n, value: 3n },
  ],
  tokens: new Map([[TOKEN, { name: 'Coin', symbol: 'CN', decimals: 6 }]]),
  internals: [{ tx: 3, row: 0, type: 'CALL', from: address(1), to: address(2), value: 5n, gasUsed: 6n, gasLimit: 7n }],
  includeLogs: true,
};

describe('address_activity event', () => {
  test('an event has every field in the units of the contract', () => {
    const { transaction, logs } = getEvent(context);
    expect(transaction).toMatchObject({
      blockNumber: '77',
      from: '0x0000000000000000000000000000000000000aBc',
      gas: '90000',
      gasPrice: '7',
      maxFeePerGas: '9',
      maxPriorityFeePerGas: '2',
      txStatus: '1',
      nonce: '4',
      transactionIndex: 3,
      type: 2,
      chainId: '31337',
      receiptCumulativeGasUsed: '123456',
      receiptGasUsed: '50000',
      blockTimestamp: 1_700_000_077,
      networkToken: { valueWithDecimals: '1.5' },
      internalTransactions: [{ internalTxType: 'CALL', value: '5', gasUsed: '6', gasLimit: '7' }],
      accessList: [{ accessAddresses: address(0x20), storageKeys: [word(1)] }],
    });
    expect(transaction.erc20Transfers).toEqual([
      {
        transactionHash: hash(5),
        type: 'ERC20',
        from: address(1),
        to: address(2),
        value: '2500000',
        blockTimestamp: 1_700_000_077,
        logIndex: 9,
        erc20Token: { address: TOKEN, name: 'Coin', symbol: 'CN', decimals: 6, valueWithDecimals: '2.5' },
      },
    ]);
    expect(transaction.erc721Transfers).toMatchObject([{ type: 'ERC721', tokenId: '7', value: '1' }]);
    expect(transaction.erc1155Transfers).toMatchObject([{ type: 'ERC1155', tokenId: '8', value: '3' }]);
    // Absent topics are omitted: the published client rejects null.
    expect(logs).toEqual([
      {
        address: TOKEN,
        topic0: word(1),
        topic1: word(2),
        data: '0x01',
        transactionIndex: 3,
        logIndex: 9,
        removed: false,
      },
    ]);
  });
  test('an ERC-20 transfer has no token while its decimals are unknown, and an NFT transfer does', () => {
    const tokens = new Map([[TOKEN, { name: 'Coin', symbol: 'CN' }]]);
    const { transaction } = getEvent({ ...context, tokens });
    expect(transaction.erc20Transfers[0]).toMatchObject({ value: '2500000' });
    expect(transaction.erc20Transfers[0]).not.toHaveProperty('erc20Token');
    const asIds = { name: 'Coin', symbol: 'CN', decimals: 0 };
    expect(transaction.erc721Transfers).toMatchObject([{ erc721Token: { ...asIds, valueWithDecimals: '1' } }]);
    expect(transaction.erc1155Transfers).toMatchObject([{ erc1155Token: { ...asIds, valueWithDecimals: '3' } }]);
  });
  test('empty transfer lists are present, and an unread token is omitted', () => {
    const { transaction } = getEvent({ ...context, transfers: [] });
    expect([transaction.erc20Transfers, transaction.erc721Transfers, transaction.erc1155Transfers]).toEqual([
      [],
      [],
      [],
    ]);
    const [unknown] = getEvent({ ...context, tokens: new Map() }).transaction.erc20Transfers;
    expect(unknown).not.toHaveProperty('erc20Token');
  });
  test('a contract creation has its contract and the zero address, and a legacy transaction has its gas price as fee caps', () => {
    const { to: _to, maxFee: _m, maxPriorityFee: _p, ...row } = context.row;
    const made = getEvent({
      ...context,
      row: { ...row, type: 0 },
      receipt: { logs: [], contractAddress: address(0xabc) },
    });
    expect(made.transaction).toMatchObject({
      to: address(0),
      contractAddress: '0x0000000000000000000000000000000000000aBc',
      maxFeePerGas: '7',
      maxPriorityFeePerGas: '7',
      type: 0,
    });
  });
  test('internal transactions are omitted when not requested, and flagged as missing after a timeout', () => {
    const { internals: _internals, ...without } = context;
    expect(getEvent(without).transaction).not.toHaveProperty('internalTransactions');
    const late = getEvent({ ...context, internals: 'missing' });
    expect(late.transaction).not.toHaveProperty('internalTransactions');
    expect(late.internalTransactionsMissing).toBe(true);
  });
});

type Component = Record<string, Yaml>;
const CONTRACT = '../shared/reference/contract/openapi.yaml';
testIf(existsSync(CONTRACT), `needs ${CONTRACT}`)('a payload conforms to the published schema', () => {
  const [, section = ''] = /^ {2}schemas:\n((?: {4}.*\n)+)/m.exec(readFileSync(CONTRACT, 'utf8')) ?? [];
  const schemas = readYaml(section) as Component;
  const wrong: string[] = [];
  const check = (given: Component, value: unknown, at: string): void => {
    const schema = given.$ref ? (schemas[String(given.$ref).split('/').at(-1) ?? ''] as Component) : given;
    const is = Array.isArray(value) ? 'array' : typeof value;
    if (schema.type !== is) wrong.push(`${at} is ${is}, not ${String(schema.type)}`);
    if (schema.enum && !(schema.enum as string[]).includes(String(value))) wrong.push(`${at} is ${String(value)}`);
    if (Array.isArray(value))
      for (const [i, one] of value.entries()) check(schema.items as Component, one, `${at}.${i}`);
    else if (is === 'object') {
      const fields = value as Record<string, unknown>;
      for (const name of (schema.required ?? []) as string[])
        if (!(name in fields)) wrong.push(`${at}.${name} is absent`);
      for (const [name, inner] of Object.entries((schema.properties ?? {}) as Record<string, Component>))
        if (name in fields) check(inner, fields[name], `${at}.${name}`);
    }
  };
  const body = { webhookId: 'w', eventType: 'address_activity', messageId: 'm', sequence: 1, event: getEvent(context) };
  check(schemas.WebhookAddressActivityResponse as Component, body, 'body');
  expect(wrong).toEqual([]);
  expect(AddressActivityMessage.parse(body)).toEqual(body);
  // The check does find violations.
  check(schemas.WebhookAddressActivityResponse as Component, { ...body, event: { transaction: {} } }, 'body');
  expect(wrong.length).toBeGreaterThan(20);
});
