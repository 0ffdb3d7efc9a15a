import type { Cursor } from '../../../lambdas/chain/domain/cursor';
import { cursorKey } from '../../../lambdas/chain/rows/cursor-item';
import { READ_UNITS } from '../../../lambdas/core/contract/read-units';
import { NodeDown, NodeRefused } from '../../../lambdas/core/node/errors';
import { handler } from '../../../lambdas/etherscan/api/call-etherscan';
import { ACTIONS } from '../../../lambdas/etherscan/contract/actions';
import { gapItem } from '../../../lambdas/evm/rows/gaps';
import { call } from '../../support/endpoints/call';
import { brokenDeps, depsWith } from '../../support/endpoints/deps';
import { ask, rowsOf } from '../../support/endpoints/etherscan';
import { withMutedErrors } from '../../support/endpoints/with-muted-errors';
import { aChain, aCursor, address, aRawBlock, hash } from '../../support/make/blocks';
import { aTransfer } from '../../support/make/logs';

const ME = address(1);
const TOKEN = address(20);
const blocks = [
  aRawBlock(0, []),
  aRawBlock(1, [{ from: 1, input: '0x6001' }]),
  aRawBlock(2, [
    { from: 3, to: 4 },
    {
      ...{ from: 1, to: 20, value: 0n, input: `0xa9059cbb${'0'.repeat(128)}` },
      logs: [aTransfer({ kind: 'erc20', token: 20, from: 1, to: 5, value: 7n })],
    },
  ]),
  aRawBlock(3, [{ from: 2, to: 1, failed: true }]),
];
const CREATED = address(9_001_000);
const world = (more: Parameters<typeof depsWith>[0] = {}) => depsWith({ blocks: { 31337: blocks }, ...more });
const txlist = `module=account&action=txlist&address=${ME}`;

describe('callEtherscan', () => {
  test('txlist: a row has every field of the dialect, as text', async () => {
    const { deps } = await world();
    const [creation, sent, failed] = await rowsOf(deps, txlist);
    expect(sent).toEqual({
      blockNumber: '2',
      timeStamp: '1700000002',
      hash: hash(100_000_200_001),
      nonce: '1',
      blockHash: hash(1_000_002),
      transactionIndex: '1',
      from: ME,
      to: TOKEN,
      value: '0',
      gas: '50000',
      gasPrice: '2000000000',
      isError: '0',
      txreceipt_status: '1',
      input: `0xa9059cbb${'0'.repeat(128)}`,
      contractAddress: '',
      cumulativeGasUsed: '42001',
      gasUsed: '21001',
      confirmations: '2',
      methodId: '0xa9059cbb',
      functionName: '',
    });
    expect(creation).toMatchObject({ to: '', contractAddress: CREATED, input: '0x6001', methodId: '0x' });
    expect(failed).toMatchObject({ isError: '1', txreceipt_status: '0', from: address(2), to: ME });
  });
  test('txlist: fields of a transaction that has moved to another block meanwhile are empty', async () => {
    const { deps } = await world();
    const moved = {
      ...deps.Tx,
      firstParts: async (...asked: Parameters<typeof deps.Tx.firstParts>) =>
        new Map([...(await deps.Tx.firstParts(...asked))].map(([name, found]) => [name, { ...found, hash: hash(7) }])),
    };
    const [, sent] = await rowsOf({ ...deps, Tx: moved }, txlist);
    expect(sent).toMatchObject({ blockNumber: '2', nonce: '1', input: '', cumulativeGasUsed: '' });
  });
  test('txlist of a contract begins with its creation', async () => {
    const { deps } = await world();
    const [creation] = await rowsOf(deps, `module=account&action=txlist&address=${CREATED}`);
    expect(creation).toMatchObject({ from: ME, to: '', contractAddress: CREATED });
  });
  test('tokentx has the transfer, its token and its transaction', async () => {
    const { deps } = await world();
    for (const filter of [
      `address=${ME}`,
      `contractaddress=${TOKEN}`,
      `address=${address(5)}&contractaddress=${TOKEN}`,
    ])
      expect(await rowsOf(deps, `module=account&action=tokentx&${filter}`)).toMatchObject([
        {
          ...{ blockNumber: '2', hash: hash(100_000_200_001), nonce: '1', transactionIndex: '1' },
          ...{ from: ME, to: address(5), value: '7', contractAddress: TOKEN, gasUsed: '21001' },
          ...{ cumulativeGasUsed: '42001', tokenName: '', tokenDecimal: '', input: 'deprecated' },
        },
      ]);
    expect(await rowsOf(deps, `module=account&action=tokentx&address=${ME}&contractaddress=${address(21)}`)).toEqual(
      [],
    );
  });
  test('a list without rows is an error of status 0 with an empty list, as clients expect', async () => {
    const { deps } = await world();
    expect(await ask(deps, `module=account&action=txlist&address=${address(77)}`)).toEqual({
      status: '0',
      message: 'No transactions found',
      result: [],
    });
  });
  test.each([
    ['an unknown module', 'module=nothing&action=txlist', 'Error! Missing Or invalid Module name'],
    ['no module', '', 'Error! Missing Or invalid Module name'],
    ['an unknown action', 'module=account&action=nothing', 'Error! Missing Or invalid Action name'],
    ['no address', 'module=account&action=txlist', 'Error! Missing address'],
    ['an invalid address', 'module=account&action=txlist&address=0x12', 'Error! Invalid address format'],
    ['an unknown chain', `${txlist}&chainid=1`, expect.stringMatching(/^Missing or unsupported chainid parameter/)],
    ['no party', 'module=account&action=tokentx', 'Error! Missing address or contractaddress'],
    ['a supply', 'module=stats&action=ethsupply', 'Error! Not supported: the supply of a chain is not indexed'],
    ['an unverified contract', `module=contract&action=getabi&address=${ME}`, 'Contract source code not verified'],
    ['a startblock in words', `${txlist}&startblock=ten`, 'Error! Invalid startblock: must be a whole number'],
  ])('%s is refused with status 200 in the form of the dialect', async (_, query, result) => {
    const { deps } = await world();
    expect(await ask(deps, query)).toEqual({ status: '0', message: 'NOTOK', result });
  });
  test('modules, actions and their names are accepted in any case', async () => {
    const { deps } = await world();
    expect(
      await rowsOf(deps, `module=Account&action=TxList&address=${ME.toUpperCase().replace('X', 'x')}`),
    ).toHaveLength(3);
  });
  test('the second version has no default chain', async () => {
    const { deps } = await world();
    expect(await ask(deps, txlist, { path: '/v2/api' })).toMatchObject({
      message: 'NOTOK',
      result: expect.stringMatching(/required for v2 api/),
    });
    expect(await rowsOf(deps, `${txlist}&chainid=31337`, { path: '/v2/api' })).toHaveLength(3);
  });
  test('a page beyond 10,000 rows is refused with the text that clients compare', async () => {
    const { deps } = await world();
    const text = 'Result window is too large, PageNo x Offset size must be less than or equal to 10000';
    expect(await ask(deps, `${txlist}&page=101&offset=100`)).toEqual({ status: '0', message: text, result: text });
    expect(await ask(deps, `${txlist}&page=100&offset=100`)).toMatchObject({ message: 'No transactions found' });
  });
  test('a page of 100 costs one Query, one BatchGet and at most 60 read units', async () => {
    const many = Array.from({ length: 150 }, (_, i) =>
      aRawBlock(i, [{ from: 1, to: 20, input: `0xa9059cbb${'f'.repeat(128)}` }]),
    );
    const { deps, table } = await depsWith({ blocks: { 31337: many } });
    for (const page of ['1', '2']) {
      // Every request reads the cursor, which here is not in the table.
      await table.get(cursorKey('31337'));
      Object.assign(table.meter, { requests: 0, readUnits: 0, writeUnits: 0 });
      const rows = await rowsOf(deps, `${txlist}&page=${page}&offset=100&sort=desc`);
      expect(rows).toHaveLength(page === '1' ? 100 : 50);
      // The position of the second page is read, and stored with the first one.
      expect([page, table.meter.requests]).toEqual([page, 4]);
      expect(table.meter.readUnits).toBeLessThanOrEqual(60);
    }
  });
  test('a list of 5,000 rows stays within the read units that the endpoint declares', async () => {
    const many = Array.from({ length: 100 }, (_, i) =>
      aRawBlock(
        i,
        Array.from({ length: 50 }, () => ({ from: 1, to: 2 })),
      ),
    );
    const { deps, table } = await depsWith({ blocks: { 31337: many } });
    Object.assign(table.meter, { requests: 0, readUnits: 0, writeUnits: 0 });
    const key = { caller: { plan: 'free', ownerId: 'team' } };
    expect(await rowsOf(deps, txlist, key)).toHaveLength(5_000);
    expect(table.meter.readUnits).toBeLessThan(READ_UNITS.window);
    expect(await ask(deps, txlist)).toMatchObject({
      message: 'NOTOK',
      result: expect.stringMatching(
        /read units of the table: send an API key, which allows 8192, or ask for a smaller offset/,
      ),
    });
  });
  test('rows that exceed the size of a response are refused, not cut', async () => {
    const input = `0x${'ab'.repeat(20_000)}`;
    const large = Array.from({ length: 20 }, (_, i) =>
      aRawBlock(
        i,
        Array.from({ length: 10 }, () => ({ from: 1, to: 2, input })),
      ),
    );
    const { deps } = await depsWith({ blocks: { 31337: large } });
    const key = { caller: { plan: 'free', ownerId: 'team' } };
    expect(await ask(deps, txlist, key)).toMatchObject({
      result: 'Error! The answer exceeds 6 MB: ask for a smaller offset or block range',
    });
    expect(await rowsOf(deps, `${txlist}&page=2&offset=50`, key)).toHaveLength(50);
  });
  test('a transaction that is stored in parts is read whole', async () => {
    const input = `0x${Array.from({ length: 450_000 }, (_, i) => ((i * 7_919) % 251).toString(16).padStart(2, '0')).join('')}`;
    const noise = input.replace(/../g, (pair, at: number) =>
      at > 2 && at % 3 === 0 ? ((at * 31) % 256).toString(16).padStart(2, '0') : pair,
    );
    const { deps } = await depsWith({ blocks: { 31337: [aRawBlock(0, [{ from: 1, to: 2, input: noise }])] } });
    const [row] = await rowsOf(deps, txlist);
    expect(row?.input).toBe(noise);
  });
  test('a node that refuses a call is answered as JSON-RPC does, and one that is down as an error of the dialect', async () => {
    const refusing = await world({ node: async () => Promise.reject(new NodeRefused(3, 'reverted', 'reverted')) });
    expect(await ask(refusing.deps, `module=proxy&action=eth_call&to=${TOKEN}&data=0x`)).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: 3, message: 'execution reverted' },
    });
    const down = await world({ node: async () => Promise.reject(new NodeDown('the node of chain 31337 is down')) });
    await withMutedErrors(async () =>
      expect(await ask(down.deps, `module=proxy&action=eth_blockNumber`)).toEqual({
        status: '0',
        message: 'NOTOK',
        result: 'the node of chain 31337 is down',
      }),
    );
  });
  test('an error code that is no whole number becomes one of JSON-RPC', async () => {
    const { deps } = await world({ node: async () => Promise.reject(new NodeRefused(Number.NaN, 'no')) });
    expect(await ask(deps, 'module=proxy&action=eth_blockNumber')).toMatchObject({
      error: { code: -32000, message: 'no' },
    });
    const absent = await world({ node: async () => undefined });
    expect(await ask(absent.deps, 'module=proxy&action=eth_gasPrice')).toMatchObject({ result: null });
    expect(await ask(absent.deps, 'module=block&action=getblockreward&blockno=1')).toMatchObject({
      result: 'Error! Block 1 does not exist',
    });
  });
  test('proxy passes only the listed methods, with checked parameters', async () => {
    const asked: unknown[] = [];
    const { deps } = await world({ node: async (_, method, params) => void asked.push([method, params]) });
    for (const query of [
      `eth_getBlockByNumber&tag=0x10&boolean=true`,
      `eth_getStorageAt&address=${TOKEN}&position=0x01`,
      `eth_call&to=${TOKEN}&data=0x18160ddd&tag=5`,
      `eth_sendRawTransaction&hex=0x00`,
      `eth_getCode&address=${TOKEN}&tag=anything`,
      `admin_peers`,
    ])
      await ask(deps, `module=proxy&action=${query}`).catch(() => undefined);
    expect(asked).toEqual([
      ['eth_getBlockByNumber', ['0x10', true]],
      ['eth_getStorageAt', [TOKEN, '0x1', 'latest']],
      ['eth_call', [{ to: TOKEN, data: '0x18160ddd' }, '0x5']],
    ]);
  });
  test('a failure of the service keeps its status, in the form of the dialect', async () => {
    const deps = await brokenDeps('the table is gone');
    await withMutedErrors(async () => {
      const { status, body } = await call(handler, deps, {
        path: '/api',
        query: Object.fromEntries(new URLSearchParams(txlist)),
      });
      expect([status, body]).toEqual([
        500,
        { status: '0', message: 'NOTOK', result: 'the service could not answer; the failure is logged' },
      ]);
    });
  });
  test('every declared action answers in the form of the dialect', async () => {
    const { deps } = await world({ node: async () => '0x1' });
    const parameters = `address=${ME}&contractaddress=${TOKEN}&contractaddresses=${TOKEN}&txhash=${hash(100_000_200_001)}&timestamp=1700000001&closest=before&blockno=9&index=0x0&position=0x0`;
    for (const [module, actions] of Object.entries(ACTIONS))
      for (const action of Object.keys(actions)) {
        const answer = await withMutedErrors(() => ask(deps, `module=${module}&action=${action}&${parameters}`));
        expect([action, answer]).toEqual([
          action,
          module === 'proxy'
            ? { jsonrpc: '2.0', id: 1, result: '0x1' }
            : { status: expect.stringMatching(/^[01]$/), message: expect.any(String), result: expect.anything() },
        ]);
      }
  });
});

describe('a range that is not wholly indexed', () => {
  const chain = aChain();
  test.each([
    ['below the first indexed block', 'startblock=0', /^Error! Blocks 0 to 99 are not indexed. Indexed: 100 to 102/],
    [
      'that the node has, but not the index',
      'startblock=100&endblock=103',
      /^Error! Blocks 103 to 103 are not indexed/,
    ],
  ])('is refused: one %s', async (_, query, result) => {
    const cursors = {
      [chain.chainId]: { ...aCursor({ number: 102 }), start: 100, head: 104, headTime: 1_700_000_012 },
    };
    const { deps } = await depsWith({ blocks: {}, cursors });
    expect(await ask(deps, `${txlist}&${query}`)).toMatchObject({ result: expect.stringMatching(result) });
  });
  test('is refused up to a block that the node has produced since the follower last looked', async () => {
    const cursors = { [chain.chainId]: aCursor({ number: 102, start: 100, head: 102 }) };
    const world = (head: string) => depsWith({ blocks: {}, cursors, node: async () => head });
    const query = `${txlist}&startblock=100&endblock=104`;
    const { deps } = await world('0x68');
    expect(await ask(deps, query)).toMatchObject({
      result: expect.stringMatching(/^Error! Blocks 103 to 104 are not/),
    });
    expect(await rowsOf((await world('0x67')).deps, query)).toEqual([]);
    const down = await depsWith({ blocks: {}, cursors, node: async () => Promise.reject(new NodeDown('down')) });
    expect(await ask(down.deps, query)).toMatchObject({ result: expect.stringMatching(/set it to 102 at most$/) });
  });
  test('is answered within the indexed blocks, and beyond the head up to it', async () => {
    const cursors = { [chain.chainId]: aCursor({ number: 102, start: 100, head: 102 }) };
    const { deps } = await depsWith({ blocks: {}, cursors });
    for (const end of ['', '&endblock=102', '&endblock=99999999', '&endblock=latest'])
      expect(await rowsOf(deps, `${txlist}&startblock=100${end}`)).toEqual([]);
  });
  test('is refused up to the latest block while the index is far behind', async () => {
    const cursors = { [chain.chainId]: { ...aCursor({ number: 102 }), start: 0, head: 500, headTime: 1_700_000_400 } };
    const { deps } = await depsWith({ blocks: {}, cursors });
    expect(await ask(deps, txlist)).toMatchObject({
      result: expect.stringMatching(/^Error! Blocks 103 to 500 are not/),
    });
    expect(await rowsOf(deps, `${txlist}&endblock=102`)).toEqual([]);
    // Also once it has stopped.
    for (const stopped of [{ halted: true }, { lastError: 'no' }, { polledAt: 0 }]) {
      const { deps: halted } = await depsWith({
        blocks: {},
        cursors: { 31337: { ...cursors[chain.chainId], ...stopped } as Cursor },
      });
      expect(await ask(halted, txlist)).toMatchObject({ result: expect.stringMatching(/^Error! Blocks 103 to 500/) });
    }
  });
  test('is refused for holdings and missing creations too, which have no range of their own', async () => {
    const cursors = { 31337: aCursor({ number: 3, start: 2, head: 3 }) };
    const { deps } = await world({ cursors });
    for (const query of [
      `module=account&action=addresstokenbalance&address=${ME}`,
      `module=account&action=addresstokennftbalance&address=${ME}`,
      `module=contract&action=getcontractcreation&contractaddresses=${address(77)}`,
    ])
      expect(await ask(deps, query)).toMatchObject({ result: expect.stringMatching(/^Error! Blocks 0 to 1 are not/) });
  });
  test('startblock=latest is the head', async () => {
    const { deps } = await world();
    expect(await rowsOf(deps, `${txlist}&startblock=latest&endblock=latest`)).toMatchObject([{ blockNumber: '3' }]);
  });
  test.each([
    ['blocks', ['txlist', 'tokentx']],
    ['receipts', ['tokentx']],
    ['traces', []],
  ] as const)('is refused if a block of it lacks %s that the list is made of', async (kind, refused) => {
    const { deps, table } = await world({ traced: { 31337: 3 } });
    await table.write([{ put: gapItem(chain.chainId, { kind, number: 2, hash: hash(1_000_002), transactions: [] }) }]);
    for (const action of ['txlist', 'tokentx'] as const) {
      const list = `module=account&action=${action}&address=${ME}`;
      const { message } = await ask(deps, list);
      expect([action, message === 'NOTOK']).toEqual([action, (refused as readonly string[]).includes(action)]);
      expect(await rowsOf(deps, `${list}&endblock=1`)).toBeDefined();
      expect(await rowsOf(deps, `${list}&startblock=3`)).toBeDefined();
    }
    const { message } = await ask(deps, `module=account&action=txlistinternal&address=${ME}`);
    expect(message === 'NOTOK').toBe(kind !== 'receipts');
  });
  test('internal transactions are refused without tracing, and beyond the last traced block', async () => {
    const internal = `module=account&action=txlistinternal&address=${ME}`;
    const tracing = { ...chain, traces: true };
    for (const [chains, reason] of [
      [[tracing], / are not indexed yet$/],
      [[{ ...chain, traces: false }], /its node does not trace$/],
    ] as const) {
      const { deps } = await world({ chains });
      expect(await ask(deps, internal)).toMatchObject({ result: expect.stringMatching(reason) });
    }
    const behind = await world({ traced: { 31337: 1 } });
    expect(await ask(behind.deps, internal)).toMatchObject({
      result: expect.stringMatching(/^Error! Internal transactions of blocks 2 to 3 are not indexed. Indexed: 0 to 1/),
    });
    expect(await rowsOf(behind.deps, `${internal}&endblock=1`)).toEqual([]);
  });
});
