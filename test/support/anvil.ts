import { type Anvil, type AnvilOptions, startAnvil } from '../../demo/anvil';
import { addressOf } from '../../demo/random';
import { quantity, resultOf, rpc, rpcBatch } from '../../demo/rpc';

export { rpc };

/** Runs a body against a node of its own, which ends with it. */
export async function withAnvil<T>(options: AnvilOptions, body: (anvil: Anvil) => Promise<T>): Promise<T> {
  const anvil = await startAnvil(options);
  try {
    return await body(anvil);
  } finally {
    await anvil.stop();
  }
}

/** Mines `count` blocks, with what is pending in the first. */
export async function mine(url: string, count: number): Promise<void> {
  await rpc(url, 'anvil_mine', [quantity(count)]);
}

/** A transaction for a reorganised chain, and which of the new blocks it goes into (0 is the lowest). */
export type ReorgTransaction = [
  transaction: { from: string; to?: string; value?: string; data?: string },
  block: number,
];

/** Replaces the last `depth` blocks by as many others, empty but for `transactions`. The height stays. */
export async function reorg(url: string, depth: number, transactions: ReorgTransaction[] = []): Promise<void> {
  await rpc(url, 'anvil_reorg', [depth, transactions]);
}

/** Takes the last `depth` blocks away. The head is lower at once. */
export async function rollback(url: string, depth: number): Promise<void> {
  await rpc(url, 'anvil_rollback', [depth]);
}

/** Sends `count` native transfers of 1 wei to as many addresses; their hashes, in order. */
export async function sendTransfers(url: string, count: number): Promise<string[]> {
  const [from] = await rpc<string[]>(url, 'eth_accounts');
  const sends = Array.from({ length: count }, (_, n) => {
    return ['eth_sendTransaction', [{ from, to: addressOf(`transfer ${n}`), value: '0x1', gas: '0x5208' }]] as const;
  });
  return (await rpcBatch(url, sends)).map((answer) => resultOf<string>('eth_sendTransaction', answer));
}
