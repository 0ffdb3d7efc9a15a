import type { Hex } from 'viem';
import { type Anvil, startAnvil } from '../../../demo/anvil';
import { getAddress } from '../../../demo/random';
import { quantity, rpc } from '../../../demo/rpc';
import { createSharedMemory } from '../../../lambdas/chain/follower/batch-size';
import { createRpc, type RpcClient } from '../../../lambdas/core/node/rpc';
import type { Traced } from '../../../lambdas/evm/node/trace-methods';
import { createTraces } from '../../../lambdas/evm/node/traces';

const [LOOP, NOBODY] = [getAddress('loop'), getAddress('nobody')];
const MB = 1_000_000;

/** Code that makes this many calls with this many bytes of input, then pays one wei. */
function loop(calls: number, input: number): Hex {
  const word = (value: number, length: number) => value.toString(16).padStart(length * 2, '0');
  const callNobody = `73${NOBODY.slice(2)}5af1`;
  const count = `62${word(calls, 3)}5b`;
  const call = `5f5f61${word(input, 2)}5f5f${callNobody}50`;
  const again = '6001900380600457';
  return `0x${count}${call}${again}5f5f5f5f6001${callNobody}00`;
}

describe('long traces', () => {
  let anvil: Anvil;
  let client: RpcClient;
  let from: string | undefined;

  beforeAll(async () => {
    anvil = await startAnvil({ chainId: 31_337, extraArgs: ['--gas-limit', '30000000'] });
    client = createRpc(anvil.url, { callsPerSecond: 10_000, timeoutMs: 30_000 });
    [from] = await rpc<string[]>(anvil.url, 'eth_accounts');
    await rpc(anvil.url, 'evm_setAutomine', [false]);
  });
  afterAll(async () => {
    await client.close();
    await anvil.stop();
  });

  /** Mines a block with one transaction that runs the loop. */
  async function mine(calls: number, input: number): Promise<Traced> {
    await rpc(anvil.url, 'anvil_setCode', [LOOP, loop(calls, input)]);
    const transaction = { from, to: LOOP, value: quantity(1), gas: quantity(30_000_000) };
    const hash = await rpc(anvil.url, 'eth_sendTransaction', [transaction]);
    await rpc(anvil.url, 'evm_mine');
    const { status } = await rpc<{ status: string }>(anvil.url, 'eth_getTransactionReceipt', [hash]);
    expect(status).toBe('0x1');
    return rpc<Traced>(anvil.url, 'eth_getBlockByNumber', ['latest', true]);
  }
  /** Traces, with a count of exclusive uses of the memory. */
  function watched() {
    const memory = createSharedMemory();
    let alone = 0;
    const traces = createTraces(client, Date.now, {
      part: memory.part,
      exclusive(work) {
        alone += 1;
        return memory.exclusive(work);
      },
    });
    return { traces, alone: () => alone };
  }
  const paid = [{ tx: 0, from: LOOP, to: NOBODY, value: 1n }];

  test('a trace that is long only by its call inputs needs no exclusive memory, as inputs are not kept', async () => {
    const block = await mine(300, 24_000);
    const { traces, alone } = watched();
    const before = client.bytes;
    expect(await traces.internalTxs(block)).toMatchObject(paid);
    expect(client.bytes - before).toBeGreaterThan(14 * MB);
    expect(alone()).toBe(0);
  });

  test('a trace of many calls is read exclusively, and so are the next 16 blocks', async () => {
    const [long, short] = [await mine(15_000, 32), await mine(10, 32)];
    const { traces, alone } = watched();
    expect(await traces.internalTxs(short)).toMatchObject(paid);
    expect(alone()).toBe(0);
    const asked = client.calls;
    for (const block of [long, long]) expect(await traces.internalTxs(block)).toMatchObject(paid);
    // The first long trace is read twice, as the first read was not exclusive.
    expect([alone(), client.calls - asked]).toEqual([2, 3]);
    for (let i = 0; i < 20; i++) expect(await traces.internalTxs(short)).toMatchObject(paid);
    expect([alone(), client.calls - asked]).toEqual([1 + 16, 3 + 20]);
  });
});
