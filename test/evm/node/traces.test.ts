import type { Address, Hex } from 'viem';
import { getContractAddress } from 'viem/utils';
import { type Anvil, startAnvil } from '../../../demo/anvil';
import { calls } from '../../../demo/calls';
import { compileContracts } from '../../../demo/compile';
import { deployContracts } from '../../../demo/deploy';
import { getAddress, seededRandom } from '../../../demo/random';
import { getResult, quantity, rpc, rpcBatch } from '../../../demo/rpc';
import { createRpc, type RpcClient } from '../../../lambdas/core/node/rpc';
import { getDeployments, internalTxsOfTraceBlock } from '../../../lambdas/evm/domain/internal-transactions';
import { createTraces } from '../../../lambdas/evm/node/traces';
import { drawScript, players } from '../../support/node/player';
import { type Block, book, type Mined, type Receipt } from '../../support/oracles/ledger';

interface Send {
  readonly to?: Address | undefined;
  readonly data: Hex;
  readonly value?: bigint;
}
describe('internal transactions from a real node', () => {
  let anvil: Anvil;
  let client: RpcClient;
  let script: Awaited<ReturnType<typeof players>>;
  let workshop: Address;
  let accounts: Address[];
  let people: Address[];

  /** Mines the sends in one block, each from an account of its own, and reads its internal transactions. */
  async function mine(...sends: readonly Send[]): Promise<Mined> {
    const answers = await rpcBatch(
      anvil.url,
      sends.map(({ value = 0n, ...send }, i) => {
        const transaction = { ...send, from: accounts[i], value: quantity(value), gas: quantity(16_000_000) };
        return ['eth_sendTransaction', [transaction]];
      }),
    );
    for (const answer of answers) getResult('eth_sendTransaction', answer);
    await rpc(anvil.url, 'evm_mine');
    const block = await rpc<Block>(anvil.url, 'eth_getBlockByNumber', ['latest', true]);
    expect(block.transactions).toHaveLength(sends.length);
    const receipts = await rpc<Receipt[]>(anvil.url, 'eth_getBlockReceipts', [block.number]);
    const internalTxs = await createTraces(client).internalTxs(block);
    if (internalTxs === 'unsupported') throw new Error('anvil traces its blocks');
    return { block, receipts, internalTxs };
  }

  beforeAll(async () => {
    anvil = await startAnvil({ chainId: 31_337, extraArgs: ['--gas-limit', '200000000'] });
    client = createRpc(anvil.url, { callsPerSecond: 10_000 });
    accounts = await rpc<Address[]>(anvil.url, 'eth_accounts');
    script = await players();
    ({ workshop } = await deployContracts(anvil.url, await compileContracts()));
    await rpc(anvil.url, 'evm_setAutomine', [false]);
    const made = [1, 2, 3].map(() => ({ data: script.create([]), value: 1_000n }));
    const { receipts } = await mine(...made);
    people = receipts.map(({ contractAddress }) => contractAddress ?? getAddress('nobody'));
  });
  afterAll(async () => {
    await client.close();
    await anvil.stop();
  });

  test('a contract created by a contract is one CREATE with its value and one deployment', async () => {
    const { internalTxs } = await mine(
      { to: workshop, data: calls.build(), value: 77n },
      { to: workshop, data: calls.build() },
    );
    const [first, second] = [1n, 2n].map((nonce) => getContractAddress({ from: workshop, nonce }).toLowerCase());
    const from = workshop.toLowerCase();
    expect(internalTxs).toMatchObject([
      { tx: 0, row: 0, type: 'CREATE', from, to: first, value: 77n, created: first },
      { tx: 1, row: 1, type: 'CREATE', from, to: second, value: 0n, created: second },
    ]);
    expect(internalTxs.every(({ gasUsed, gasLimit }) => gasUsed > 0n && gasLimit > gasUsed)).toBe(true);
    expect(getDeployments(internalTxs)).toEqual([
      { tx: 0, contract: first, deployerContract: from },
      { tx: 1, contract: second, deployerContract: from },
    ]);
  });

  test('value passed from call to call is reported at each step, except the transaction’s own', async () => {
    const [a, b, c] = people;
    const onwards = script.play([{ kind: 'call', to: b, value: 5n, steps: [{ kind: 'call', to: c, value: 4n }] }]);
    const { internalTxs } = await mine({ to: a, data: onwards, value: 6n });
    expect(internalTxs.map(({ from, to, value }) => [from, to, value])).toEqual([
      [a, b, 5n],
      [b, c, 4n],
    ]);
  });

  test('a reverted call drops its subcalls, and a reverted transaction drops everything', async () => {
    const [a, b, c] = people;
    const pay = { kind: 'call', to: c, value: 3n } as const;
    const undone = { kind: 'call', to: b, steps: [{ kind: 'call', to: c, steps: [pay] }, { kind: 'revert' }] } as const;
    const { internalTxs, receipts } = await mine(
      { to: a, data: script.play([undone, pay]) },
      { to: a, data: script.play([pay, { kind: 'revert' }]) },
    );
    expect(receipts.map(({ status }) => status)).toEqual(['0x1', '0x0']);
    expect(internalTxs.map(({ tx, from, to, value }) => [tx, from, to, value])).toEqual([[0, a, c, 3n]]);
  });

  test('a contract that self-destructs in its constructor counts as deployed and pays its balance to the beneficiary', async () => {
    const [a, b] = people;
    const ends = script.play([{ kind: 'create', value: 9n, steps: [{ kind: 'selfdestruct', to: b }] }]);
    const { internalTxs } = await mine({ to: a, data: ends, value: 9n });
    const contract = internalTxs[0]?.created;
    expect(internalTxs).toMatchObject([
      { type: 'CREATE', from: a, to: contract, value: 9n },
      { type: 'UNKNOWN', from: contract, to: b, value: 9n, gasUsed: 0n, gasLimit: 0n },
    ]);
    expect(getDeployments(internalTxs)).toEqual([{ tx: 0, contract, deployerContract: a }]);
  });

  test('internal transactions, values and fees account for every balance and every new contract', async () => {
    const random = seededRandom(20_261_121);
    const cast = { players: people, heir: getAddress('heir') };
    const ledger = new Map<string, bigint>();
    const types = new Map<string, number>();
    const known = new Set<string>([...accounts, ...people]);
    for (let i = 0; i < 40; i++) {
      const sends = [...people, undefined].map((to): Send => {
        // A creation's script holds the code of each contract that it creates: a deep one would be too long to send.
        const steps = drawScript(random, cast, to ? 4 : 2, to !== undefined);
        return { to, data: to ? script.play(steps) : script.create(steps), value: BigInt(Math.floor(random() * 300)) };
      });
      const mined = await mine(...sends);
      const { block, internalTxs, receipts } = mined;
      const tree = await rpc(anvil.url, 'debug_traceBlockByNumber', [block.number, { tracer: 'callTracer' }]);
      const list = await rpc<unknown[]>(anvil.url, 'trace_block', [block.number]);
      expect(internalTxsOfTraceBlock(list)).toEqual(internalTxs);

      // Every address in any field of the block, its receipts and both traces, including failed calls.
      const mentions = JSON.stringify([block, receipts, tree, list]).matchAll(/"(0x[0-9a-f]{40})"/g);
      const touched = [...new Set([...mentions].map(([, found]) => found ?? ''))];
      const before = quantity(BigInt(block.number) - 1n);
      const balances = (at: string) => ask('eth_getBalance', touched, at);
      for (const [n, balance] of (await balances(before)).entries()) {
        const address = touched[n] ?? '';
        if (!ledger.has(address)) ledger.set(address, balance);
      }
      book(ledger, mined);
      expect(touched.map((address) => ledger.get(address))).toEqual(await balances(block.number));

      // A contract has a nonce from its creation on.
      const nonces = await ask('eth_getTransactionCount', touched, block.number);
      const alive = touched.filter((_, n) => nonces[n] !== 0n);
      const deployed = getDeployments(internalTxs).map(({ contract }) => contract);
      for (const { contractAddress } of receipts) if (contractAddress) known.add(contractAddress);
      expect(alive.filter((address) => !known.has(address)).toSorted()).toEqual(deployed.toSorted());
      for (const address of alive) known.add(address);
      for (const { type } of internalTxs) types.set(type, (types.get(type) ?? 0) + 1);
    }
    // The scripts covered every type.
    for (const type of ['CALL', 'CREATE', 'CREATE2', 'UNKNOWN']) expect(types.get(type)).toBeGreaterThan(20);
  });

  const ask = async (method: string, addresses: readonly string[], at: string) =>
    (
      await rpcBatch(
        anvil.url,
        addresses.map((address) => [method, [address, at]]),
      )
    ).map((answer) => BigInt(getResult<Hex>(method, answer)));
});
