import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startAnvil } from '../../demo/anvil';
import { compileContracts } from '../../demo/compile';
import { startDemo } from '../../demo/demo';
import { deployContracts } from '../../demo/deploy';
import { generateChain } from '../../demo/generate';
import { startTraffic } from '../../demo/traffic';
import { mine, reorg, rollback, rpc, sendTransfers, withAnvil } from '../support/node/anvil';

type Block = { hash: string; parentHash: string; timestamp: string; transactions: string[] };
type Receipt = { status: string; contractAddress: string | null; transactionHash: string; logs: unknown[] };

/** keccak256 of `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

const block = (url: string, number: number) =>
  rpc<Block>(url, 'eth_getBlockByNumber', [`0x${number.toString(16)}`, false]);
const receipts = (url: string, number: number) =>
  rpc<Receipt[]>(url, 'eth_getBlockReceipts', [`0x${number.toString(16)}`]);
const head = async (url: string) => Number(await rpc<string>(url, 'eth_blockNumber'));
const hashes = async (url: string, last: number) =>
  Promise.all(Array.from({ length: last + 1 }, async (_, number) => (await block(url, number)).hash));

async function until(what: string, holds: () => Promise<boolean>, seconds = 15): Promise<void> {
  for (const deadline = Date.now() + seconds * 1000; Date.now() < deadline; await sleep(50)) {
    if (await holds()) return;
  }
  throw new Error(`Not in ${seconds} s: ${what}`);
}

function alive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'anvil-test-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('an anvil node', () => {
  test('a node mines transfers, answers for its chain and ends on stop', async () => {
    const pid = await withAnvil({ chainId: 43113 }, async (anvil) => {
      expect(await rpc(anvil.url, 'eth_chainId')).toBe('0xa869');
      const sent = await sendTransfers(anvil.url, 3);
      expect(await head(anvil.url)).toBe(3);
      expect((await block(anvil.url, 2)).transactions).toEqual([sent[1]]);
      await mine(anvil.url, 4);
      expect(await head(anvil.url)).toBe(7);
      return anvil.pid;
    });
    expect(alive(pid)).toBe(false);
  });

  test('two nodes run side by side, each with its own chain ID and chain', async () => {
    await withAnvil({ chainId: 1001 }, (first) =>
      withAnvil({ chainId: 1002 }, async (second) => {
        await mine(first.url, 2);
        expect(await Promise.all([first, second].map(({ url }) => rpc(url, 'eth_chainId')))).toEqual([
          '0x3e9',
          '0x3ea',
        ]);
        expect([await head(first.url), await head(second.url)]).toEqual([2, 0]);
      }),
    );
  });

  test('a taken port is a one-sentence error', async () => {
    await withAnvil({ chainId: 1 }, async ({ port }) => {
      await expect(startAnvil({ chainId: 2, port })).rejects.toThrow(`Port ${port} is in use`);
    });
  });

  test.each([
    ['a node ends when its parent is killed', false],
    ['a detached node outlives a killed parent', true],
  ])('%s', async (_, detached) => {
    const script = join(folder, `parent-${detached}.ts`);
    const start = `startAnvil({ chainId: 5, detached: ${detached} })`;
    writeFileSync(
      script,
      `import { startAnvil } from '${join(process.cwd(), 'demo/anvil')}';
       ${start}.then(({ pid }) => console.log(pid)); setInterval(() => {}, 1000);`,
    );
    const parent = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)));
    expect(alive(pid)).toBe(true);
    parent.kill('SIGKILL');
    if (detached) {
      await sleep(1000);
      expect(alive(pid)).toBe(true);
      process.kill(pid, 'SIGKILL');
    } else await until('the node is gone', async () => !alive(pid));
  });
});

describe('a chain that changes', () => {
  test('a reorg of depth 3 changes three hashes, keeps the height and can hold transactions', async () => {
    await withAnvil({ chainId: 1 }, async ({ url }) => {
      await sendTransfers(url, 6);
      const before = await hashes(url, 6);
      const [from, to] = await rpc<string[]>(url, 'eth_accounts');
      if (!from || !to) throw new Error('no accounts');
      await reorg(url, 3, [[{ from, to, value: '0x5' }, 1]]);
      const after = await hashes(url, 6);
      expect(after.map((hash, number) => hash === before[number])).toEqual([
        true,
        true,
        true,
        true,
        false,
        false,
        false,
      ]);
      expect((await block(url, 5)).transactions).toHaveLength(1);
      expect(await rpc(url, 'eth_getBlockByHash', [before[5], false])).toBeNull();
    });
  });

  test('a rollback lowers the head at once', async () => {
    await withAnvil({ chainId: 1 }, async ({ url }) => {
      await sendTransfers(url, 4);
      await rollback(url, 3);
      expect(await head(url)).toBe(1);
      expect(await block(url, 2)).toBeNull();
    });
  });
});

describe('the saved state', () => {
  test('a SIGKILL loses at most some seconds of blocks, and past balances and reorgs still work', async () => {
    const options = { chainId: 77, statePath: join(folder, 'killed.json') };
    const first = await startAnvil(options);
    const [to] = await rpc<string[]>(first.url, 'eth_accounts');
    await sendTransfers(first.url, 5);
    const before = await hashes(first.url, 5);
    const sent = Date.now();
    const saved = async () => (statSync(options.statePath, { throwIfNoEntry: false })?.mtimeMs ?? 0) > sent;
    await until('the chain is saved', saved, 60);
    await sendTransfers(first.url, 2);
    first.kill();
    await until('the node is gone', async () => !alive(first.pid));

    await withAnvil(options, async ({ url }) => {
      expect(await head(url)).toBeGreaterThanOrEqual(5);
      expect(await hashes(url, 5)).toEqual(before);
      expect((await receipts(url, 4)).map(({ status }) => status)).toEqual(['0x1']);
      expect(await rpc(url, 'eth_getBalance', [to, { blockHash: before[2] }])).toMatch(/^0x/);
      const last = await block(url, await head(url));
      await sendTransfers(url, 1);
      const next = await block(url, await head(url));
      expect(next.parentHash).toBe(last.hash);
      expect(Number(next.timestamp)).toBeGreaterThanOrEqual(Number(last.timestamp));
      await reorg(url, 2);
    });
  });

  test('a stop saves everything, and a save torn by a kill is skipped for the previous one', async () => {
    const options = { chainId: 78, statePath: join(folder, 'torn.json') };
    await withAnvil(options, ({ url }) => mine(url, 3));
    const second = await startAnvil(options);
    expect(await head(second.url)).toBe(3);
    await mine(second.url, 4);
    await second.stop();
    // Under load anvil may end long after its save, which then already counts as complete.
    if (!existsSync(`${options.statePath}.writing`)) {
      renameSync(options.statePath, `${options.statePath}.writing`);
      renameSync(`${options.statePath}.previous`, options.statePath);
    }
    truncateSync(`${options.statePath}.writing`, 1000);
    await withAnvil(options, async ({ url }) => expect(await head(url)).toBe(3));
  });

  test('unreadable saved chains are an error that says what to do', async () => {
    const statePath = join(folder, 'broken.json');
    writeFileSync(statePath, '{"block":');
    await expect(startAnvil({ chainId: 1, statePath })).rejects.toThrow('delete its files');
  });
});

describe('generateChain', () => {
  test('mixed: every block has exactly its transactions, of the reported kinds', async () => {
    await withAnvil({ chainId: 1 }, async ({ url }) => {
      const size = { blocks: 30, transactionsPerBlock: 20 };
      const done = await generateChain({ url, ...size, seed: 3, kind: 'mixed', addresses: 100, tokens: 5 });
      const all = [];
      for (let number = done.firstBlock; number <= done.lastBlock; number++) all.push(await receipts(url, number));
      expect(all.map(({ length }) => length)).toEqual(Array(30).fill(20));
      const flat = all.flat();
      expect(new Set(flat.map(({ transactionHash }) => transactionHash)).size).toBe(600);
      const count = (is: (receipt: Receipt) => boolean) => flat.filter(is).length;
      const { native, erc20, failed, created, ...others } = done.sent;
      expect({ erc20, failed, created }).toEqual({
        erc20: count(({ logs }) => logs.length === 1),
        failed: count(({ status }) => status === '0x0'),
        created: count(({ contractAddress }) => contractAddress !== null),
      });
      expect(native).toBe(600 - erc20 - failed - created);
      expect(others).toEqual({ erc721: 0, erc1155: 0, internal: 0 });
      expect(Math.min(native, erc20, failed, created)).toBeGreaterThan(0);
      await sendTransfers(url, 1);
      expect(await head(url)).toBe(done.lastBlock + 1); // mines by itself again

      const more = await generateChain({ url, ...size, seed: 4, kind: 'erc20', addresses: 100, tokens: 5 });
      expect(more).toMatchObject({ firstBlock: done.lastBlock + 2, sent: { erc20: 600 } });
    });
  });

  test('tokens: every transaction moves tokens of its kind', async () => {
    await withAnvil({ chainId: 1 }, async ({ url }) => {
      const size = { blocks: 10, transactionsPerBlock: 20, addresses: 10, tokens: 3 };
      const { firstBlock, lastBlock, sent, contracts } = await generateChain({ url, ...size, seed: 5, kind: 'tokens' });
      const all: Receipt[] = [];
      for (let number = firstBlock; number <= lastBlock; number++) all.push(...(await receipts(url, number)));
      const getLogs = (at: string) =>
        all.flatMap(({ logs }) => logs as { address: string }[]).filter((log) => log.address === at.toLowerCase());
      expect(
        [getLogs(contracts.collectible), getLogs(contracts.items), getLogs(contracts.workshop)].map(
          (logs) => logs.length,
        ),
      ).toEqual([sent.erc721, sent.erc1155, sent.internal]);
      expect(getLogs(contracts.token).length).toBeGreaterThan(0);
      expect(all.every(({ status }) => status === '0x1')).toBe(true);
      const { erc20, erc721, erc1155, internal } = sent;
      expect(Math.min(erc20, erc721, erc1155, internal)).toBeGreaterThan(0);
      expect(erc20 + erc721 + erc1155 + internal).toBe(200);
    });
  });

  test('the same seed gives the same chain, and another seed a different one', async () => {
    const getHead = (seed: number) =>
      withAnvil({ chainId: 1, extraArgs: ['--timestamp', '1700000000'] }, async ({ url }) => {
        const { lastBlock } = await generateChain({
          url,
          blocks: 5,
          transactionsPerBlock: 4,
          seed,
          kind: 'mixed',
          tokens: 2,
        });
        return (await block(url, lastBlock)).hash;
      });
    const [first, again, other] = [await getHead(1), await getHead(1), await getHead(2)];
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});

/** Whether the blocks from one on have two failures, two creations and a collectible passed on by its holder. */
async function hasEveryKind(url: string, collectible: string, from: number): Promise<boolean> {
  const to = await head(url);
  if (to < from) return false;
  const all: Receipt[] = [];
  for (let number = from; number <= to; number++) all.push(...(await receipts(url, number)));
  const failed = all.filter(({ status }) => status === '0x0');
  const created = all.filter(({ contractAddress }) => contractAddress !== null);
  const [holder] = await rpc<string[]>(url, 'eth_accounts');
  const topics = [TRANSFER, `0x${holder?.slice(2).padStart(64, '0')}`];
  const range = { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${to.toString(16)}` };
  const handedOn = await rpc<unknown[]>(url, 'eth_getLogs', [{ address: collectible, topics, ...range }]);
  return failed.length >= 2 && created.length >= 2 && handedOn.length >= 1;
}

describe('the demo', () => {
  test('traffic has failures, creations and tokens, and resumes after the node was down', async () => {
    const options = { chainId: 9, blockTime: 1, statePath: join(folder, 'traffic.json') };
    const contracts = await compileContracts();
    const first = await startAnvil(options);
    const deployed = await deployContracts(first.url, contracts);
    const traffic = startTraffic({ url: first.url, contracts: deployed, crate: contracts.Crate, seed: 1 });
    await until('traffic of every kind', () => hasEveryKind(first.url, deployed.collectible, 2), 30);
    await first.stop();
    await sleep(1500); // longer than a round, so that one round fails
    await withAnvil({ ...options, port: first.port }, async ({ url }) => {
      const away = await head(url);
      expect(await deployContracts(url, contracts)).toEqual(deployed);
      await until('the same again', () => hasEveryKind(url, deployed.collectible, away + 1), 30);
      await traffic.stop();
    });
  });

  test('the demo starts in one call and describes its chain', async () => {
    const demo = await startDemo({ dataDir: join(folder, 'demo') });
    const [chain] = demo.chains;
    expect(chain).toMatchObject({ chainId: '31337', network: 'testnet', networkToken: { decimals: 18 } });
    await until(
      'transactions',
      async () => (await block(chain?.rpcUrl ?? '', await head(chain?.rpcUrl ?? ''))).transactions.length > 5,
    );
    await demo.stop();
  });
});
