import { depsWith } from '../../support/endpoints/deps';
import { ask, rowsOf } from '../../support/endpoints/etherscan';
import { aCursor, address, aRawBlock, hash } from '../../support/make/blocks';
import { anInternalTx } from '../../support/make/internal-transactions';

const TX = hash(100_000_100_000);
const blocks = [
  aRawBlock(0, []),
  {
    ...aRawBlock(1, [
      { from: 1, to: 20 },
      { from: 1, input: '0x6001' },
      { from: 3, to: 4, failed: true },
    ]),
    internalTxs: [
      anInternalTx({ from: address(20), to: address(5), value: 5n }),
      anInternalTx({ row: 1, type: 'CREATE', from: address(20), to: address(6), created: address(6), value: 0n }),
    ],
  },
  aRawBlock(2, []),
];
const CREATED = address(9_001_001);
type Node = NonNullable<Parameters<typeof depsWith>[0]>['node'];
const world = (node?: Node) => depsWith({ blocks: { 31337: blocks }, ...(node ? { node } : {}) });

describe('internal transactions of a transaction', () => {
  test('are all of it, without its hash', async () => {
    const { deps } = await world();
    const rows = await rowsOf(deps, `module=account&action=txlistinternal&txhash=${TX}`);
    expect(rows).toEqual([
      {
        ...{ blockNumber: '1', timeStamp: '1700000001', from: address(20), to: address(5), value: '5' },
        ...{
          contractAddress: '',
          input: '',
          type: 'call',
          gas: '9000',
          gasUsed: '2300',
          traceId: '0',
          isError: '0',
          errCode: '',
        },
      },
      expect.objectContaining({ type: 'create', to: '', contractAddress: address(6) }),
    ]);
    expect(await ask(deps, `module=account&action=txlistinternal&txhash=${hash(1)}`)).toMatchObject({
      result: `Error! Transaction ${hash(1)} is not indexed`,
    });
  });
});

describe('the status of a transaction', () => {
  test.each([
    ['a successful one', TX, '1', '0'],
    ['a failed one', hash(100_000_100_002), '0', '1'],
    ['one that is not indexed', hash(1), '', ''],
  ])('is known of %s', async (_, txhash, status, isError) => {
    const { deps } = await world();
    expect(await ask(deps, `module=transaction&action=gettxreceiptstatus&txhash=${txhash}`)).toMatchObject({
      result: { status },
    });
    expect(await ask(deps, `module=transaction&action=getstatus&txhash=${txhash}`)).toMatchObject({
      result: { isError },
    });
  });
});

describe('blocks', () => {
  const at = (timestamp: number, closest: string) =>
    `module=block&action=getblocknobytime&timestamp=${timestamp}&closest=${closest}`;
  test.each([
    [1_700_000_001, 'before', '1'],
    [1_700_000_001, 'after', '1'],
    [1_600_000_000, 'after', '0'],
    [1_800_000_000, 'before', '2'],
  ])('the block by time %i, closest %s, is %s', async (timestamp, closest, number) => {
    const { deps } = await world();
    expect(await ask(deps, at(timestamp, closest))).toMatchObject({ status: '1', result: number });
  });
  test('a time beyond the indexed blocks has no closest block, as a later or an earlier one may exist', async () => {
    const { deps } = await world();
    for (const query of [at(1_600_000_000, 'before'), at(1_800_000_000, 'after')])
      expect(await ask(deps, query)).toMatchObject({
        result: 'Error! No closest block found: blocks 0 to 2 are indexed',
      });
    const later = await depsWith({
      blocks: { 31337: blocks.slice(1) },
      cursors: { 31337: aCursor({ number: 2, start: 1, head: 2 }) },
    });
    expect(await ask(later.deps, at(1_600_000_000, 'after'))).toMatchObject({
      result: 'Error! No closest block found: blocks 1 to 2 are indexed',
    });
  });
  test('the countdown takes the mean time between the last blocks', async () => {
    const { deps } = await world();
    expect(await ask(deps, 'module=block&action=getblockcountdown&blockno=12')).toMatchObject({
      result: { CurrentBlock: '2', CountdownBlock: '12', RemainingBlock: '10', EstimateTimeInSec: '10.0' },
    });
    expect(await ask(deps, 'module=block&action=getblockcountdown&blockno=2')).toMatchObject({
      result: 'Error! Block number already pass',
    });
  });
  test('the producer of a block is the node’s; a reward is not claimed', async () => {
    const { deps } = await world(async () => ({ miner: `0x${'AB'.repeat(20)}`, timestamp: '0x64' }));
    expect(await ask(deps, 'module=block&action=getblockreward&blockno=1')).toMatchObject({
      result: { blockNumber: '1', timeStamp: '100', blockMiner: `0x${'ab'.repeat(20)}`, blockReward: '', uncles: [] },
    });
    const none = await world(async () => null);
    expect(await ask(none.deps, 'module=block&action=getblockreward&blockno=9')).toMatchObject({
      result: 'Error! Block 9 does not exist',
    });
  });
});

describe('contracts', () => {
  test('the creation has its creator, its transaction and its code', async () => {
    const { deps } = await world();
    const creation = `module=contract&action=getcontractcreation&contractaddresses=${CREATED}`;
    expect(await rowsOf(deps, `${creation},${address(77)}`)).toEqual([
      {
        ...{ contractAddress: CREATED, contractCreator: address(1), txHash: hash(100_000_100_001), blockNumber: '1' },
        ...{ timestamp: '1700000001', contractFactory: '', creationBytecode: '0x6001' },
      },
    ]);
    const six = Array.from({ length: 6 }, (_, i) => address(i + 1)).join(',');
    expect(await ask(deps, `module=contract&action=getcontractcreation&contractaddresses=${six}`)).toMatchObject({
      result: 'Error! contractaddresses must have at most 5 values',
    });
  });
  test('source code is empty, in the form that verification tools read', async () => {
    const { deps } = await world();
    const [source] = await rowsOf(deps, `module=contract&action=getsourcecode&address=${CREATED}`);
    expect(source).toMatchObject({ SourceCode: '', ABI: 'Contract source code not verified', ContractName: '' });
  });
});

describe('logs', () => {
  const log = (fields: object) => ({
    ...{ address: address(20), topics: [hash(1), hash(2)], data: '0x', blockNumber: '0x1', blockHash: hash(1_000_001) },
    ...{ logIndex: '0x0', transactionHash: TX, transactionIndex: '0x0', ...fields },
  });
  const node =
    (found: unknown[], asked: unknown[] = []): Node =>
    async (_, method, params) => {
      asked.push([method, ...params]);
      if (method === 'eth_blockNumber') return '0x2';
      if (method === 'eth_getTransactionReceipt') return { effectiveGasPrice: '0x7', gasUsed: '0x8' };
      if (method === 'eth_getBlockByNumber') return { timestamp: '0x9' };
      return found;
    };
  const getLogs = 'module=logs&action=getLogs&fromBlock=0&toBlock=latest';
  test('have the time and the gas of their transaction, from the index or else from the node', async () => {
    const other = { transactionHash: hash(9), blockHash: hash(8), blockNumber: '0x2' };
    const { deps } = await world(node([log({}), log(other), log({ ...other, blockTimestamp: '0x5' })]));
    expect(await rowsOf(deps, getLogs)).toMatchObject([
      { timeStamp: '0x6553f101', gasPrice: '0x77359400', gasUsed: '0x5208' },
      { timeStamp: '0x9', gasPrice: '0x7', gasUsed: '0x8' },
      { timeStamp: '0x5', gasPrice: '0x7', gasUsed: '0x8' },
    ]);
  });
  test('are filtered by the node, or here where topics are alternatives', async () => {
    const asked: unknown[] = [];
    const { deps } = await world(node([log({}), log({ topics: [hash(3), hash(4)] })], asked));
    const filter = { fromBlock: '0x0', toBlock: '0x2' };
    expect(await rowsOf(deps, `${getLogs}&address=${address(20)}&topic1=${hash(2)}`)).toHaveLength(2);
    expect(asked).toContainEqual(['eth_getLogs', { ...filter, address: address(20), topics: [null, hash(2)] }]);
    const either = `${getLogs}&topic0=${hash(1)}&topic1=${hash(9)}&topic0_1_opr=or`;
    expect(await rowsOf(deps, either)).toHaveLength(1);
    expect(asked).toContainEqual(['eth_getLogs', filter]);
  });
  test('are paged; without pages all are answered, or the range is refused', async () => {
    const { deps } = await world(
      node(Array.from({ length: 2_500 }, (_, i) => log({ logIndex: `0x${i.toString(16)}` }))),
    );
    expect(await rowsOf(deps, `${getLogs}&page=2&offset=2`)).toMatchObject([{ logIndex: '0x2' }, { logIndex: '0x3' }]);
    expect(await rowsOf(deps, getLogs)).toHaveLength(2_500);
    const { deps: long } = await world(async () => '0x2711');
    for (const query of [getLogs, `${getLogs}&address=${address(20)}`])
      expect(await ask(long, query)).toMatchObject({ result: expect.stringMatching(/^Error! Block range too large/) });
  });
  test('a range beyond the head has none, and fromBlock=latest is the head', async () => {
    const asked: unknown[] = [];
    const { deps } = await world(node([log({})], asked));
    expect(await rowsOf(deps, 'module=logs&action=getLogs&fromBlock=3&toBlock=latest')).toEqual([]);
    expect(await rowsOf(deps, 'module=logs&action=getLogs&fromBlock=latest')).toHaveLength(1);
    expect(asked).toContainEqual(['eth_getLogs', { fromBlock: '0x2', toBlock: '0x2', topics: [] }]);
  });
});

describe('holdings and supplies', () => {
  test('a balance and a supply are one word of the contract', async () => {
    const { deps } = await world(async (_, _method, [call]) =>
      (call as { to: string }).to === address(20) ? `0x${'0'.repeat(62)}ff` : '0x',
    );
    const token = (of: number) => `contractaddress=${address(of)}`;
    expect(await ask(deps, `module=account&action=tokenbalance&${token(20)}&address=${address(1)}`)).toMatchObject({
      result: '255',
    });
    expect(await ask(deps, `module=stats&action=tokensupply&${token(20)}`)).toMatchObject({ result: '255' });
    expect(await ask(deps, `module=stats&action=tokensupply&${token(21)}`)).toMatchObject({
      result: 'Error! contractaddress is not an ERC-20 token',
    });
  });
});
