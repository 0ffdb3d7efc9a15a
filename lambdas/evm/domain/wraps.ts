import type { RpcLog } from './rpc';

/** A balance changed by wrapping native coin, without a transfer. Addresses in lower case. */
export interface Wrap {
  readonly token: string;
  readonly holder: string;
}

/** keccak-256 of `Deposit(address,uint256)` and `Withdrawal(address,uint256)` (WETH9). */
const DEPOSIT = '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c';
const WITHDRAWAL = '0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65';
const ADDRESS_TOPIC = /^0x0{24}[0-9a-f]{40}$/;
const WORD_CHARACTERS = 66;

/** Contracts that are no tokens, such as vaults, log these too; only a balance call can tell. */
export function getWrap({ address, topics, data }: RpcLog): Wrap | undefined {
  const [topic, holder] = topics;
  if (topics.length !== 2 || (topic !== DEPOSIT && topic !== WITHDRAWAL)) return undefined;
  if (!holder || !ADDRESS_TOPIC.test(holder) || data.length !== WORD_CHARACTERS) return undefined;
  return { token: address.toLowerCase(), holder: `0x${holder.slice(26)}` };
}
