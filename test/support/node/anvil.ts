import { setTimeout as sleep } from 'node:timers/promises';
import { type Anvil, type AnvilOptions, startAnvil } from '../../../demo/anvil';
import { getAddress } from '../../../demo/random';
import { quantity, rpc } from '../../../demo/rpc';

export { rpc };

export async function withAnvil<T>(options: AnvilOptions, body: (anvil: Anvil) => Promise<T>): Promise<T> {
  const anvil = await startAnvil(options);
  try {
    return await body(anvil);
  } finally {
    await anvil.stop();
  }
}

export async function mine(url: string, count: number): Promise<void> {
  // In parts: on a busy machine, a thousand at once exceed a call's time limit.
  for (let left = count; left > 0; left -= 250) await rpc(url, 'anvil_mine', [quantity(Math.min(left, 250))]);
}

/** `block`: index among the new blocks, from the lowest. */
export type ReorgTransaction = [
  transaction: { from: string; to?: string; value?: string; data?: string },
  block: number,
];

/** Replaces the last `depth` blocks with as many, empty except for `transactions`. */
export async function reorg(url: string, depth: number, transactions: ReorgTransaction[] = []): Promise<void> {
  await rpc(url, 'anvil_reorg', [depth, transactions]);
}

/** Removes the last `depth` blocks; the head is lower at once. */
export async function rollback(url: string, depth: number): Promise<void> {
  await rpc(url, 'anvil_rollback', [depth]);
}

/** 1 wei each. With automine, each gets its own block. */
export async function sendTransfers(url: string, count: number): Promise<string[]> {
  const [from] = await rpc<string[]>(url, 'eth_accounts');
  const automine = await rpc<boolean>(url, 'anvil_getAutomine');
  const hashes: string[] = [];
  for (let n = 0; n < count; n++) {
    const transaction = { from, to: getAddress(`transfer ${n}`), value: '0x1', gas: '0x5208' };
    const hash = await rpc<string>(url, 'eth_sendTransaction', [transaction]);
    hashes.push(hash);
    while (automine && !(await rpc(url, 'eth_getTransactionReceipt', [hash]))) await sleep(1);
  }
  return hashes;
}
