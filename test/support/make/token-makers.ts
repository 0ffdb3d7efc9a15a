import type { Address } from 'viem';
import { encodeFunctionData, parseAbi } from 'viem/utils';
import { calls } from '../../../demo/calls';
import type { Deployed } from '../../../demo/deploy';
import { getAddress } from '../../../demo/random';
import { rpc, rpcBatch } from '../../../demo/rpc';
import { fund, type Nasty, type Send } from '../node/nasty';
import { collectible, multiple } from './collection-makers';
import { type Draw, drawer, type Maker } from './draw';
import { ODD_LOGS } from './odd-logs';

/** Few, so that pairs of holders and tokens repeat. */
const HOLDERS = 30;

const FUNGIBLE = [
  ...(['NoMetadata', 'Rebasing', 'FeeOnTransfer', 'MintsSilently', 'SelfTransfer', 'Airdrop', 'Reverting'] as const),
  ...(['Bytes32Text', 'HugeText', 'LyingDecimals', 'GasBurner', 'ShortAnswer', 'SpamToken'] as const),
];

const ABI = parseAbi(['function balanceOf(address holder)', 'function burn(uint256 value)']);

/** Deterministic by chain and seed; may revert if balances changed meanwhile. Funds all senders first. */
export async function tokenMakers(url: string, seed: number, demo: Deployed, nasty: Nasty): Promise<Maker> {
  // The node's last account deploys the demo's contracts, which are found by its nonce.
  const accounts = (await rpc<Address[]>(url, 'eth_accounts')).slice(0, -1);
  const others = Array.from({ length: HOLDERS - accounts.length }, (_, n) => getAddress(`holder ${n}`));
  for (const account of others) await fund(url, account);
  const draw = drawer(seed, [...accounts, ...others]);
  const makers = [
    ...fungible(url, draw, [demo.token, demo.dollar, ...FUNGIBLE.map((name) => nasty.at[name])]),
    ...(await collectible(url, draw, demo.collectible, nasty)),
    ...multiple(draw, [demo.items, nasty.at.Pieces], nasty),
    ...odd(draw, nasty),
  ];
  return () => draw.pick(makers)();
}

/** `had`: everyone who was ever sent some, and may send it on. */
function fungible(url: string, draw: Draw, addresses: readonly Address[]): Maker[] {
  const tokens = addresses.map((to) => ({ to, had: [] as Address[] }));
  type Token = (typeof tokens)[number];
  const mint = ({ to, had }: Token): Send => {
    const holder = draw.holder();
    had.push(holder);
    return { from: holder, to, data: calls.mintTokens(holder, draw.amount(1000)) };
  };
  const send = ({ to, had }: Token, from: Address, amount: bigint): Send => {
    const holder = draw.holder();
    had.push(holder);
    return { from, to, data: calls.transferTokens(holder, amount) };
  };
  const ofSome =
    (make: (token: Token, from: Address) => Send | Promise<Send>): Maker =>
    () => {
      const token = draw.pick(tokens);
      return token.had.length === 0 ? mint(token) : make(token, draw.pick(token.had));
    };
  const transfer = ofSome((token, from) => send(token, from, draw.amount(20)));
  const burn = ofSome(({ to }, from) => {
    return { from, to, data: encodeFunctionData({ abi: ABI, functionName: 'burn', args: [draw.amount(20)] }) };
  });
  const sweep = ofSome(async (token, from) => {
    const data = encodeFunctionData({ abi: ABI, functionName: 'balanceOf', args: [from] });
    const [answer] = await rpcBatch(url, [['eth_call', [{ to: token.to, data }, 'latest']]]);
    const isWord = typeof answer?.result === 'string' && answer.result.length === 66;
    return send(token, from, isWord ? BigInt(String(answer.result)) : 1n);
  });
  return [...Array<Maker>(10).fill(transfer), ...Array<Maker>(3).fill(ofSome(mint)), sweep, sweep, burn];
}

/** Balances that change without an event, self-transfers, and borderline logs. */
function odd(draw: Draw, nasty: Nasty): Maker[] {
  const rebase: Maker = () => ({
    from: draw.holder(),
    ...nasty.call('Rebasing', 'rebase', draw.pick([50n, 100n, 125n, 200n]) * 10n ** 16n),
  });
  const mintSilently: Maker = () => ({
    from: draw.holder(),
    ...nasty.call('MintsSilently', 'mintSilently', draw.holder(), draw.amount(1000)),
  });
  const churn: Maker = () => ({ from: draw.holder(), ...nasty.call('SelfTransfer', 'churn', draw.amount(2), 5) });
  const log: Maker = () => {
    const { topics, data } = draw.pick(ODD_LOGS);
    return { from: draw.holder(), ...nasty.call('WrongTopics', 'log', topics, data) };
  };
  return [rebase, mintSilently, churn, log, log];
}
