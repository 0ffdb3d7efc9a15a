import type { Hex } from 'viem';
import { compileContracts } from '../../../demo/compile';
import { type Deployed, deployContracts } from '../../../demo/deploy';
import { getAddress } from '../../../demo/random';
import { getResult, quantity, rpc, rpcBatch } from '../../../demo/rpc';
import { tokenMakers } from '../make/token-makers';
import { type PlainReceipt, type PlainTransfer, plainTransfers } from '../oracles/plain-transfers';
import { deployNasty, fund, mineBlock, type NastyName, type Send } from './nasty';

/** Addresses are lower case. */
export interface TokenTraffic {
  readonly contracts: Readonly<Record<keyof Deployed | NastyName, string>>;
  readonly transfers: readonly PlainTransfer[];
  /** Holders (including the zero address) by ERC-20 token, deduplicated. */
  readonly pairs: readonly { readonly holder: string; readonly token: string }[];
}

const SENDS_PER_BLOCK = 12;
const DROPPER = getAddress('dropper');

/**
 * Needs a node without `blockTime`; repeatable on one chain. Every tenth block, from the first, has an airdrop to 600
 * addresses. Equal seeds send equal transactions, but the number of deployment blocks is up to the node.
 */
export async function tokenTraffic(url: string, seed: number, blocks: number): Promise<TokenTraffic> {
  const automine = await rpc<boolean>(url, 'anvil_getAutomine');
  await rpc(url, 'evm_setAutomine', [true]); // the demo waits until its contracts are mined
  const demo = await deployContracts(url, await compileContracts());
  await rpc(url, 'evm_setAutomine', [automine]);
  const nasty = await deployNasty(url);
  const next = await tokenMakers(url, seed, demo, nasty);
  await fund(url, DROPPER);
  const drop: Send = { from: DROPPER, ...nasty.call('Airdrop', 'drop', 600), gas: 3_000_000 };
  for (let block = 0; block < blocks; block++) {
    const sends = block % 10 === 0 ? [drop] : [];
    for (let n = 0; n < SENDS_PER_BLOCK; n++) sends.push(await next());
    await mineBlock(url, sends);
  }
  const contracts = Object.entries({ ...demo, ...nasty.at }).map(([name, at]) => [name, at.toLowerCase()]);
  const transfers = await chainTransfers(url);
  return { contracts: Object.fromEntries(contracts), transfers, pairs: getPairs(transfers) };
}

async function chainTransfers(url: string): Promise<PlainTransfer[]> {
  const head = Number(await rpc<Hex>(url, 'eth_blockNumber'));
  const transfers: PlainTransfer[] = [];
  for (let from = 0; from <= head; from += 50) {
    const numbers = Array.from({ length: Math.min(50, head + 1 - from) }, (_, n) => quantity(from + n));
    const answers = await rpcBatch(
      url,
      numbers.map((number) => ['eth_getBlockReceipts', [number]]),
    );
    for (const answer of answers) {
      transfers.push(...plainTransfers(getResult<PlainReceipt[]>('eth_getBlockReceipts', answer)));
    }
  }
  return transfers;
}

/** In order of first appearance. */
function getPairs(transfers: readonly PlainTransfer[]): { holder: string; token: string }[] {
  const pairs = transfers
    .filter(({ kind }) => kind === 'ERC-20')
    .flatMap(({ token, from, to }) => [from, to].map((holder) => ({ holder, token })));
  return [...new Map(pairs.map((pair) => [`${pair.holder} ${pair.token}`, pair])).values()];
}
