import type { Address, Hex } from 'viem';
import { encodeDeployData, encodeFunctionData, parseAbi } from 'viem/utils';
import type { Compiled } from './compile';

const TOKEN = parseAbi(['function mint(address to, uint256 amount)', 'function transfer(address to, uint256 amount)']);
const COLLECTIBLE = parseAbi([
  'function mint(address to)',
  'function minted() view returns (uint256)',
  'function transferFrom(address from, address to, uint256 tokenId)',
]);
const ITEMS = parseAbi(['function mintBatch(address to, uint256[] ids, uint256[] amounts)']);
const WORKSHOP = parseAbi(['function fail(uint256 reason)', 'function build() payable']);

/** Amounts are in a token's smallest unit. */
export const calls = {
  mintTokens: (to: Address, amount: bigint) =>
    encodeFunctionData({ abi: TOKEN, functionName: 'mint', args: [to, amount] }),
  transferTokens: (to: Address, amount: bigint) =>
    encodeFunctionData({ abi: TOKEN, functionName: 'transfer', args: [to, amount] }),
  mintCollectible: (to: Address) => encodeFunctionData({ abi: COLLECTIBLE, functionName: 'mint', args: [to] }),
  mintedCollectibles: () => encodeFunctionData({ abi: COLLECTIBLE, functionName: 'minted' }),
  transferCollectible: (from: Address, to: Address, tokenId: bigint) =>
    encodeFunctionData({ abi: COLLECTIBLE, functionName: 'transferFrom', args: [from, to, tokenId] }),
  mintItems: (to: Address, ids: bigint[], amounts: bigint[]) =>
    encodeFunctionData({ abi: ITEMS, functionName: 'mintBatch', args: [to, ids, amounts] }),
  fail: (reason: bigint) => encodeFunctionData({ abi: WORKSHOP, functionName: 'fail', args: [reason] }),
  build: () => encodeFunctionData({ abi: WORKSHOP, functionName: 'build' }),
};

export function creation({ abi, bytecode }: Compiled, ...args: readonly unknown[]): Hex {
  return encodeDeployData({ abi, bytecode, args });
}
