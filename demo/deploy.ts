import { setTimeout as sleep } from 'node:timers/promises';
import type { Address } from 'viem';
import { getContractAddress, parseUnits } from 'viem/utils';
import { creation } from './calls';
import type { Contracts } from './compile';
import { quantity, rpc } from './rpc';

export type Deployed = Record<'token' | 'dollar' | 'collectible' | 'items' | 'workshop', Address>;

const RECEIPT_TIMEOUT_MS = 30_000;

/** Addresses are the same on every chain: only this uses the last unlocked account. @throws Error after 30 s. */
export async function deployContracts(url: string, contracts: Contracts): Promise<Deployed> {
  const accounts = await rpc<Address[]>(url, 'eth_accounts');
  const [deployer, holder] = [accounts.at(-1), accounts.at(0)];
  if (!deployer || !holder) throw new Error('The node has no unlocked accounts: start it with a mnemonic.');
  const { Token, Collectible, Items, Workshop } = contracts;
  const plan: [keyof Deployed, `0x${string}`][] = [
    ['token', creation(Token, 'Demo Token', 'DEMO', 18, holder, parseUnits('1000000000', 18))],
    ['dollar', creation(Token, 'Demo Dollar', 'dUSD', 6, holder, parseUnits('1000000000', 6))],
    ['collectible', creation(Collectible)],
    ['items', creation(Items)],
    ['workshop', creation(Workshop)],
  ];
  const deployed = Number(await rpc<string>(url, 'eth_getTransactionCount', [deployer, 'latest']));
  for (const [index, [, data]] of [...plan.entries()].slice(deployed)) {
    const transaction = { from: deployer, data, nonce: quantity(index), gas: quantity(3_000_000) };
    // One at a time: an automining node can leave transactions in its pool that arrive while it mines.
    await mined(url, await rpc<string>(url, 'eth_sendTransaction', [transaction]));
  }
  const at = plan.map(([name], nonce) => [name, getContractAddress({ from: deployer, nonce: BigInt(nonce) })]);
  return Object.fromEntries(at);
}

async function mined(url: string, hash: string): Promise<void> {
  for (const deadline = Date.now() + RECEIPT_TIMEOUT_MS; ; await sleep(20)) {
    const receipt = await rpc<{ status: string } | null>(url, 'eth_getTransactionReceipt', [hash]);
    if (receipt?.status === '0x1') return;
    if (receipt) throw new Error(`Deployment ${hash} failed: trace it with debug_traceTransaction.`);
    if (Date.now() > deadline) throw new Error(`Deployment ${hash} was not mined within 30 s: is the node mining?`);
  }
}
