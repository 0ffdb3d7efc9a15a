import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Anvil, startAnvil } from '../../demo/anvil';
import { generateChain } from '../../demo/generate';
import { type ReplayNode, startReplayNode } from '../../demo/p-chain/replay-node';
import { getAddress } from '../../demo/random';
import { rpcBatch } from '../../demo/rpc';
import { FULL } from '../support/full';
import { mine, rpc, sendTransfers } from '../support/node/anvil';
import { addressText } from '../support/pchain/address';
import { type Json, removeFolders, Service, wait } from '../support/service/service';
import { codeIn, curlRequests } from '../support/sources/curl';

/** Blocks of 20 transactions. */
const BLOCKS = FULL ? 500 : 30;
const CHAIN = '31337';
const PLANTED = 'planted-secret-1f3a';

/** The named selectors of the generated chain. Other selectors of its contracts have no name. */
const KNOWN: Record<string, string> = { '0xa9059cbb': 'transfer(address,uint256)' };

interface NodeBlock extends Record<string, unknown> {
  number: string;
  hash: string;
  transactions: Record<string, string>[];
}

/** Enough for the pages that a fast machine requests without a key. No plan may have more than the next. */
const BURST = { burst: 1_000 };

describe(`reading a chain of ${BLOCKS} blocks with 20 transactions each`, () => {
  let anvil: Anvil;
  let pNode: ReplayNode;
  let service: Service;
  let first = 0;
  let last = 0;
  let token = '';

  beforeAll(async () => {
    anvil = await startAnvil({ chainId: Number(CHAIN) });
    const made = await generateChain({
      url: anvil.url,
      blocks: BLOCKS,
      transactionsPerBlock: 20,
      seed: 7,
      kind: 'mixed',
    });
    [first, last] = [made.firstBlock, made.lastBlock];
    token = made.contracts.token;
    const rpcUrl = `${anvil.url}/?key=${PLANTED}`;
    pNode = await startReplayNode();
    const pChain = { network: 'recorded', rpcUrl: pNode.url, index: true, genesis: pNode.genesis() };
    service = await new Service({
      chains: [{ chainId: CHAIN, chainName: 'Test', network: 'testnet', rpcUrl }],
      pChains: [pChain],
      // Paging without a key exceeds the default burst on a fast machine.
      plans: { anonymous: BURST, free: BURST, base: BURST, growth: BURST },
    }).start();
    await service.indexed(CHAIN, last);
  });
  afterAll(async () => {
    await service?.stop();
    await anvil?.stop();
    await pNode?.stop();
    removeFolders();
  });

  const node = async (number: number) =>
    (await rpc(anvil.url, 'eth_getBlockByNumber', [`0x${number.toString(16)}`, true])) as NodeBlock;
  /** Logs of token transfers to or from an address, as the node finds them. */
  const logsNaming = async (address: string, until: number) => {
    const topic = `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
    const range = { fromBlock: '0x0', toBlock: `0x${until.toString(16)}` };
    const found = [
      [null, topic],
      [null, null, topic],
    ].map((topics) => rpc(anvil.url, 'eth_getLogs', [{ ...range, topics }]));
    return (await Promise.all(found)).flat() as Record<string, string>[];
  };
  const dec = (hex: unknown) => String(BigInt(String(hex ?? 0)));

  test('every block and transaction is served, and each field matches the node', async () => {
    const everyField = FULL ? 1 : 7;
    let cumulative = 0n;
    for (let number = 0; number <= last; number++) {
      const block = await node(number);
      cumulative += BigInt(block.transactions.length);
      const { body } = await service.get(`/v1/chains/${CHAIN}/blocks/${number}`);
      const receipts = (await rpc(anvil.url, 'eth_getBlockReceipts', [block.number])) as Record<string, string>[];
      const fees = receipts.reduce(
        (sum, r) => sum + BigInt(String(r.gasUsed)) * BigInt(String(r.effectiveGasPrice)),
        0n,
      );
      expect(body).toEqual({
        chainId: CHAIN,
        blockNumber: String(number),
        blockTimestamp: Number(block.timestamp),
        blockHash: block.hash,
        txCount: block.transactions.length,
        baseFee: dec(block.baseFeePerGas),
        gasUsed: dec(block.gasUsed),
        gasLimit: dec(block.gasLimit),
        gasCost: '0', // anvil's blocks have no block gas cost
        parentHash: block.parentHash,
        feesSpent: String(fees),
        cumulativeTransactions: String(cumulative),
      });
      const listed = (await service.get(`/v1/chains/${CHAIN}/blocks/${block.hash}/transactions`)).body
        .transactions as Json[];
      expect(listed.map((t) => t.txHash)).toEqual(block.transactions.map((t) => t.hash));
      if (number % everyField !== 0) continue;
      for (const [i, sent] of block.transactions.entries()) {
        const receipt = receipts[i] ?? {};
        const { status, body: answer } = await service.get(`/v1/chains/${CHAIN}/transactions/${sent.hash}`);
        expect(status).toBe(200);
        const { input, baseFeePerGas, maxFeePerGas, maxPriorityFeePerGas, ...native } =
          answer.nativeTransaction as Json;
        expect(native).toEqual(listed[i]);
        expect({ input, baseFeePerGas, maxFeePerGas, maxPriorityFeePerGas }).toEqual({
          input: sent.input,
          baseFeePerGas: dec(block.baseFeePerGas),
          maxFeePerGas: sent.maxFeePerGas && dec(sent.maxFeePerGas),
          maxPriorityFeePerGas: sent.maxPriorityFeePerGas && dec(sent.maxPriorityFeePerGas),
        });
        const { from, to, method, ...rest } = native as { from: Json; to: Json; method: Json } & Json;
        expect([String(from.address).toLowerCase(), String(to.address).toLowerCase()]).toEqual([
          sent.from,
          sent.to ?? `0x${'0'.repeat(40)}`,
        ]);
        expect(method.callType).toBe(
          sent.to ? (sent.input === '0x' ? 'NATIVE_TRANSFER' : 'CONTRACT_CALL') : 'CONTRACT_CREATION',
        );
        const selector = sent.to ? sent.input?.slice(0, 10) : '0x';
        expect(method.methodHash).toBe(selector);
        expect(method.methodName).toBe(KNOWN[String(selector)]);
        expect(rest).toEqual({
          chainId: CHAIN,
          blockNumber: String(number),
          blockTimestamp: Number(block.timestamp),
          blockHash: block.hash,
          blockIndex: i,
          txHash: sent.hash,
          txStatus: dec(receipt.status),
          txType: Number(sent.type),
          gasLimit: dec(sent.gas),
          gasUsed: dec(receipt.gasUsed),
          gasPrice: dec(receipt.effectiveGasPrice),
          nonce: dec(sent.nonce),
          value: dec(sent.value),
        });
      }
    }
  });

  test.each(FULL ? [1, 7, 100] : [7, 100])('pages of %d return every row once while blocks arrive', async (size) => {
    const until = size === 1 ? Math.min(last, first + 20) : last;
    const person = getAddress('address 0');
    const grow = async () => {
      if (Math.random() < 0.1) await mine(anvil.url, 1);
    };
    const hashes = (b: NodeBlock) => b.transactions.map((t) => t.hash);
    const newest = (b: NodeBlock) => hashes(b).toReversed();
    const lists: [string, string, (block: NodeBlock) => unknown[], string][] = [
      [`/v1/chains/${CHAIN}/blocks`, 'blocks', (b) => [b.hash], 'blockHash'],
      ['/v1/blocks?network=testnet', 'blocks', (b) => [b.hash], 'blockHash'],
      [`/v1/chains/${CHAIN}/transactions`, 'transactions', newest, 'txHash'],
      ['/v1/transactions?network=testnet', 'transactions', newest, 'txHash'],
    ];
    const blocks: NodeBlock[] = [];
    for (let n = 0; n <= until; n++) blocks.push(await node(n));
    for (const [path, field, toRows, id] of lists) {
      const head = Number(await rpc(anvil.url, 'eth_blockNumber', []));
      await service.indexed(CHAIN, head);
      const all: NodeBlock[] = [];
      for (let n = 0; n <= head; n++) all.push(await node(n));
      const rows = (await service.all(path, field, size, grow)).map((row) => row[id]);
      // Blocks that arrive during the first page may lead the list. Everything from `head` down is there once.
      const expected = all.toReversed().flatMap(toRows);
      expect(rows.slice(rows.length - expected.length)).toEqual(expected);
      expect(new Set(rows).size).toBe(rows.length);
    }
    const [some] = blocks.slice(first + 3);
    if (!some) throw new Error('no block to look into');
    const within = await service.all(
      `/v1/chains/${CHAIN}/blocks/${some.hash}/transactions`,
      'transactions',
      size,
      grow,
    );
    expect(within.map((row) => row.txHash)).toEqual(hashes(some));
    const moved = new Set((await logsNaming(person, until)).map((log) => log.transactionHash));
    const mineOnly = blocks.flatMap((b) =>
      b.transactions.filter((t) => t.from === person || t.to === person || moved.has(t.hash)).map((t) => t.hash),
    );
    for (const order of ['asc', 'desc']) {
      const path = `/v1/chains/${CHAIN}/addresses/${person}/transactions?sortOrder=${order}&endBlock=${until + 1}`;
      const rows = (await service.all(path, 'transactions', size, grow)).map(
        (row) => (row.nativeTransaction as Json).txHash,
      );
      expect(rows).toEqual(order === 'asc' ? mineOnly : mineOnly.toReversed());
    }
    expect(mineOnly.length).toBeGreaterThan(1);
  });

  test('the status filter separates failed and successful transactions, for one chain and for all', async () => {
    const head = Number(await rpc(anvil.url, 'eth_blockNumber', []));
    const receipts: Record<string, string>[] = [];
    for (let n = 0; n <= head; n++)
      receipts.push(
        ...((await rpc(anvil.url, 'eth_getBlockReceipts', [`0x${n.toString(16)}`])) as Record<string, string>[]),
      );
    await service.indexed(CHAIN, head);
    for (const [status, flag] of [
      ['failed', '0x0'],
      ['success', '0x1'],
    ]) {
      const expected = receipts.filter((r) => r.status === flag).map((r) => r.transactionHash);
      expect(expected.length).toBeGreaterThan(0);
      for (const path of [
        `/v1/chains/${CHAIN}/transactions?status=${status}`,
        `/v1/transactions?network=testnet&status=${status}`,
      ]) {
        const rows = (await service.all(path, 'transactions', 100)).map((row) => row.txHash);
        expect(rows.toSorted()).toEqual(expected.toSorted());
      }
    }
  });

  test('1,000 transactions of one address in one block are paged correctly', async () => {
    const [from] = (await rpc(anvil.url, 'eth_accounts', [])) as string[];
    if (!from) throw new Error('anvil has no accounts');
    await rpc(anvil.url, 'evm_setBlockGasLimit', ['0x77359400']);
    await rpc(anvil.url, 'evm_setAutomine', [false]);
    const nonce = Number(await rpc(anvil.url, 'eth_getTransactionCount', [from, 'latest']));
    await rpcBatch(
      anvil.url,
      Array.from({ length: 1_000 }, (_, i) => [
        'eth_sendTransaction',
        [{ from, to: getAddress('full block'), value: '0x1', gas: '0x5208', nonce: `0x${(nonce + i).toString(16)}` }],
      ]),
    );
    await mine(anvil.url, 1);
    await rpc(anvil.url, 'evm_setAutomine', [true]);
    const number = Number(await rpc(anvil.url, 'eth_blockNumber', []));
    const block = await node(number);
    expect(block.transactions).toHaveLength(1_000);
    await service.indexed(CHAIN, number);
    const expected = block.transactions.map((t) => t.hash);
    for (const size of FULL ? [7, 100] : [70])
      for (const order of ['asc', 'desc']) {
        const path = `/v1/chains/${CHAIN}/addresses/${getAddress('full block')}/transactions?sortOrder=${order}`;
        const rows = (await service.all(path, 'transactions', size)).map(
          (row) => (row.nativeTransaction as Json).txHash,
        );
        expect(rows).toEqual(order === 'asc' ? expected : expected.toReversed());
      }
    const whole = (await service.get(`/v1/chains/${CHAIN}/blocks/${number}/transactions`)).body.transactions as Json[];
    expect(whole.map((t) => t.txHash)).toEqual(expected);
  });

  test('an address has its balance at the indexed block and at a past one, and its chains', async () => {
    await sendTransfers(anvil.url, 3);
    const head = Number(await rpc(anvil.url, 'eth_blockNumber', []));
    await service.indexed(CHAIN, head);
    const person = getAddress('address 0');
    for (const query of ['', `?blockNumber=${first + 5}`]) {
      const at = query ? `0x${(first + 5).toString(16)}` : 'latest';
      const { body } = await service.get(`/v1/chains/${CHAIN}/addresses/${person}/balances:getNative${query}`);
      const balance = dec(await rpc(anvil.url, 'eth_getBalance', [person, at]));
      expect(body).toMatchObject({ nativeTokenBalance: { balance } });
    }
    for (const path of [`/v1/chains/address/${person}`, `/v1/address/${person}/chains`]) {
      const { body } = await service.get(path);
      expect((body.indexedChains as Json[]).map((chain) => chain.chainId)).toEqual([CHAIN]);
      expect(body.unindexedChains).toEqual([]);
    }
    const stranger = await service.get(`/v1/address/${getAddress('a stranger')}/chains`);
    expect(stranger.body).toEqual({ indexedChains: [], unindexedChains: [] });
  });

  test('a client with generated types pages through all blocks, and gets typed errors', async () => {
    const head = Number(await rpc(anvil.url, 'eth_blockNumber', []));
    await service.indexed(CHAIN, head);
    const asked = [service.urls.dataUrl, CHAIN, token];
    const { stdout, stderr } = spawnSync('node_modules/.bin/tsx', ['test/client/walk.ts', ...asked], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      numbers: Array.from({ length: head + 1 }, (_, i) => String(head - i)),
      decimals: 18,
      phrase: 'Not Found',
      refused: 400,
    });
  });

  test('every command in the guides succeeds as shown', async () => {
    const variables = {
      URL: service.urls.dataUrl,
      KEY: service.urls.apiKeys.pro,
      CHAIN,
      ADDRESS: getAddress('address 0'),
      // An unresolvable name.
      HOOK: 'https://hook.invalid/chain',
      WEBHOOK: '',
      OPERATION: '',
      UNIQUE: 'an-export',
    };
    for (const until = Date.now() + 30_000; Date.now() < until; await wait(50))
      if ((await service.get('/v1/networks/recorded/blockchains/p-chain/blocks/1')).status === 200) break;
    const asked: string[] = [];
    const guides = readdirSync('docs/guides');
    for (const guide of guides)
      for (const command of codeIn((await service.get<string>(`/docs/${guide.replace('.md', '')}`, {})).body, 'sh')) {
        const shown = command
          .replace('43114', CHAIN)
          .replace('https://example.com/hook', variables.HOOK)
          .replace('"network": "mainnet"', '"network": "recorded"')
          .replace(/P-avax1\w+/, addressText(`0x${'12'.repeat(20)}`, 'custom'));
        for (const { method, url, headers, body } of curlRequests(shown, variables)) {
          const answer = await service.send(method, url.slice(variables.URL.length), body, headers);
          expect([shown, answer.status]).toEqual([shown, method === 'POST' ? 201 : 200]);
          if (url.endsWith(':export')) variables.OPERATION = String(answer.body.operationId);
          if (url.endsWith('/v1/webhooks')) variables.WEBHOOK = String(answer.body.id);
          asked.push(`${method} ${url.slice(variables.URL.length).replace(/[?].*/, '')}`);
        }
      }
    const written = guides.flatMap((guide) => readFileSync(`docs/guides/${guide}`, 'utf8').match(/^curl /gm) ?? []);
    expect(asked).toHaveLength(written.length);
    expect(asked).toContain(`POST /v1/webhooks/${variables.WEBHOOK}/replay`);
  });

  test('the code in the paging guide prints every block', async () => {
    const [generator = '', use = ''] = codeIn((await service.get<string>('/docs/paging', {})).body, 'js');
    const variables = `const [url, key] = ${JSON.stringify([service.urls.dataUrl, service.urls.apiKeys.pro])};`;
    const program = [generator, variables, use.replace('43114', CHAIN)].join('\n');
    const printed = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
    const blocks = await service.all(`/v1/chains/${CHAIN}/blocks`, 'blocks', 100);
    expect([printed.stderr, printed.stdout.trim().split('\n')]).toEqual(['', blocks.map((block) => block.blockHash)]);
  });

  test('the source URL and its key are in no file but the configuration', () => {
    const filesWith = (folder: string) => spawnSync('grep', ['-rlaF', PLANTED, folder], { encoding: 'utf8' }).stdout;
    expect(filesWith(service.dir).trim()).toBe(join(service.dir, 'test-config.json'));
    expect(filesWith(join(service.dir, 'data'))).toBe('');
  });

  test('responses and output do not contain the source', async () => {
    const paths = [
      '/v1/health-check',
      '/v1/chains',
      `/v1/chains/${CHAIN}`,
      `/v1/chains/${CHAIN}/blocks`,
      '/v1/openapi.json',
      '/docs',
      '/',
      '/docs/quick-start',
    ];
    for (const path of paths) {
      const { body } = await service.get<unknown>(path);
      expect(JSON.stringify(body)).not.toContain(PLANTED);
      expect(JSON.stringify(body)).not.toContain(anvil.url);
    }
    expect(service.output).not.toContain(PLANTED);
  });
});
