import type { Address, Hex } from 'viem';
import { encodeFunctionData, getContractAddress } from 'viem/utils';
import { creation } from '../../../demo/calls';
import { getAddress } from '../../../demo/random';
import { quantity, rpc } from '../../../demo/rpc';
import type { PlainReceipt } from '../oracles/plain-transfers';
import { testContracts } from './contracts';

/** In deployment order. `test/contracts` describes their misbehaviour. */
const PLAN = {
  NoMetadata: [],
  Rebasing: [],
  FeeOnTransfer: [],
  MintsSilently: [],
  SelfTransfer: [],
  Airdrop: [],
  Reverting: [],
  Bytes32Text: [],
  HugeText: [],
  LyingDecimals: [],
  GasBurner: [],
  ShortAnswer: [],
  SpamToken: ['Visit https://claim.example to claim your reward', '$ CLAIM.example'],
  WrongTopics: [],
  Cards: [],
  Pieces: [],
} as const;

export type NastyName = keyof typeof PLAN;

/** Gas defaults to one million; the limit is 16 million. */
export type Send = { readonly from: Address; readonly to?: Address; readonly data?: Hex; readonly gas?: number };

export type Receipt = PlainReceipt & { readonly status: Hex; readonly blockHash: Hex; readonly blockNumber: Hex };

export interface Nasty {
  /** Lower case. */
  readonly at: Readonly<Record<NastyName, Address>>;
  call(name: NastyName, functionName: string, ...args: readonly unknown[]): { to: Address; data: Hex };
  /** Deploys another instance in its own block; returns its address in lower case. */
  deploy(name: NastyName, ...args: readonly unknown[]): Promise<Address>;
}

const DEPLOYER = getAddress('nasty deployer');

/** One per block, from an otherwise unused account, so addresses are equal on every chain. Throws if one fails. */
export async function deployNasty(url: string): Promise<Nasty> {
  const compiled = await testContracts<NastyName>();
  await fund(url, DEPLOYER);

  const deploy: Nasty['deploy'] = async (name, ...args) => {
    const nonce = BigInt(await rpc<Hex>(url, 'eth_getTransactionCount', [DEPLOYER, 'latest']));
    const data = creation(compiled[name], ...args);
    const [receipt] = await mineBlock(url, [{ from: DEPLOYER, data, gas: 3_000_000 }]);
    if (receipt?.status !== '0x1') throw new Error(`${name} was not deployed.`);
    return contractAt(nonce);
  };
  const there = Number(await rpc<Hex>(url, 'eth_getTransactionCount', [DEPLOYER, 'latest']));
  const plan = Object.entries(PLAN) as [NastyName, readonly unknown[]][];
  for (const [name, args] of plan.slice(there)) await deploy(name, ...args);

  const at = Object.fromEntries(plan.map(([name], nonce) => [name, contractAt(BigInt(nonce))])) as Nasty['at'];
  const call: Nasty['call'] = (name, functionName, ...args) => ({
    to: at[name],
    data: encodeFunctionData({ abi: compiled[name].abi, functionName, args }),
  });
  return { at, call, deploy };
}

const contractAt = (nonce: bigint): Address => getContractAddress({ from: DEPLOYER, nonce }).toLowerCase() as Address;

export async function fund(url: string, account: Address): Promise<void> {
  const held = await rpc<Hex>(url, 'eth_getBalance', [account, 'latest']);
  if (BigInt(held) === 0n) await rpc(url, 'anvil_setBalance', [account, quantity(10n ** 24n)]);
}

/**
 * Exactly these transactions, also reverting ones; needs a node without `blockTime`. Throws if one is rejected or left
 * out.
 */
export async function mineBlock(url: string, sends: readonly Send[]): Promise<Receipt[]> {
  const automine = await rpc<boolean>(url, 'anvil_getAutomine');
  await rpc(url, 'evm_setAutomine', [false]);
  // Not account by account: the node would list them as its own, and the last of its own deploys the demo.
  await rpc(url, 'anvil_autoImpersonateAccount', [true]);
  try {
    const hashes: Hex[] = [];
    // One by one: in a batch, two calls may get the same nonce.
    for (const { gas = 1_000_000, ...send } of sends) {
      hashes.push(await rpc<Hex>(url, 'eth_sendTransaction', [{ ...send, gas: quantity(gas) }]));
    }
    await rpc(url, 'evm_mine');
    const receipts = await rpc<Receipt[]>(url, 'eth_getBlockReceipts', ['latest']);
    if (receipts.map((receipt) => receipt.transactionHash).join() !== hashes.join()) {
      throw new Error(`The block holds ${receipts.length} transactions, not the ${hashes.length} that were sent.`);
    }
    return receipts;
  } finally {
    await rpc(url, 'anvil_autoImpersonateAccount', [false]);
    await rpc(url, 'evm_setAutomine', [automine]);
  }
}
