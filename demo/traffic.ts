import { setTimeout as sleep } from 'node:timers/promises';
import type { Address, Hex } from 'viem';
import { parseEther, parseUnits } from 'viem/utils';
import { calls, creation } from './calls';
import type { Compiled } from './compile';
import type { Deployed } from './deploy';
import { getAddress, seededRandom, zipf } from './random';
import { quantity, rpc, rpcBatch } from './rpc';

/** Enough for a visible ranking, few enough that each quickly has a history. */
const RECIPIENTS = 200;

/** Ten minutes; then one round in ten seconds: anvil keeps and saves every transaction (2.5 kB each). */
const FAST_ROUNDS = 600;

type Send = { from: Address; to?: Address; value?: Hex; data?: Hex; gas: Hex };

export type TrafficOptions = {
  url: string;
  contracts: Deployed;
  crate: Compiled;
  seed: number;
  /** The default of 12 covers every kind. */
  perSecond?: number;
};

/** The node assigns the nonces, so sending resumes after the node was unreachable or lost blocks. */
export function startTraffic(options: TrafficOptions): { stop(): Promise<void> } {
  const { url, perSecond = 12 } = options;
  const stopping = new AbortController();
  const makers = getMakers(options);
  let position = 0;

  const sendRound = async (): Promise<void> => {
    const accounts = await rpc<Address[]>(url, 'eth_accounts');
    makers.minted(await rpc<Hex>(url, 'eth_call', [makers.mintedCall, 'latest']));
    for (let sent = 0; sent < perSecond; sent++) {
      // One at a time: the node may assign the same nonce twice within a batch.
      await rpcBatch(url, [['eth_sendTransaction', [makers.next(accounts, position++)]]]);
    }
  };

  const run = async (): Promise<void> => {
    for (let round = 1; !stopping.signal.aborted; round++) {
      const begun = Date.now();
      // An unreachable node skips the round.
      await sendRound().catch(() => undefined);
      const rest = Math.max(0, (round < FAST_ROUNDS ? 1000 : 10_000) - (Date.now() - begun));
      await sleep(rest, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run();

  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** In turn. All randomness derives from the seed. */
function getMakers({ contracts, crate, seed }: TrafficOptions) {
  const random = seededRandom(seed);
  const rank = zipf(random, RECIPIENTS);
  const recipient = (): Address => getAddress(`recipient ${rank()}`);
  const amount = (max: number): number => 1 + Math.floor(random() * max);
  let minted: bigint | undefined;
  let transferred = 0n;

  const native = (from: Address): Send => ({
    from,
    to: recipient(),
    value: quantity(parseEther('0.0001') * BigInt(amount(100))),
    gas: quantity(21_000),
  });
  const call = (from: Address, to: Address, data: Hex, value = 0n): Send => ({
    from,
    to,
    data,
    value: quantity(value),
    gas: quantity(300_000),
  });

  const kinds: ((from: Address, holder: Address) => Send)[] = [
    native,
    (_, holder) => call(holder, contracts.token, calls.transferTokens(recipient(), parseEther(`${amount(500)}`))),
    (_, holder) => call(holder, contracts.dollar, calls.transferTokens(recipient(), parseUnits(`${amount(900)}`, 6))),
    native,
    (from) => call(from, contracts.token, calls.mintTokens(recipient(), parseEther(`${amount(50)}`))),
    (_, holder) => call(holder, contracts.collectible, calls.mintCollectible(holder)),
    (from, holder) => {
      if (minted === undefined || transferred >= minted) return native(from);
      return call(holder, contracts.collectible, calls.transferCollectible(holder, recipient(), ++transferred));
    },
    (from) => {
      const ids = [BigInt(amount(10)), BigInt(10 + amount(10))];
      return call(from, contracts.items, calls.mintItems(recipient(), ids, [BigInt(amount(5)), 1n]));
    },
    native,
    // Explicit gas: the estimate would fail like the call, and the node would not send it.
    (from) => call(from, contracts.workshop, calls.fail(BigInt(amount(1000)))),
    (from) => ({ from, data: creation(crate, BigInt(amount(1000))), gas: quantity(300_000) }),
    (from) => call(from, contracts.workshop, calls.build(), 1n),
  ];

  return {
    /** The first account holds the tokens and the newest collectibles; the last one is the deployer. */
    next(accounts: readonly Address[], position: number): Send {
      const [holder] = accounts;
      const from = accounts[1 + (position % (accounts.length - 2))];
      const kind = kinds[position % kinds.length];
      if (!holder || !from || !kind) throw new Error('Traffic needs a node with at least three unlocked accounts.');
      return kind(from, holder);
    },
    mintedCall: { to: contracts.collectible, data: calls.mintedCollectibles() },
    /** Only collectibles minted since the start are transferred, because the owners of earlier ones are unknown. */
    minted(answer: Hex): void {
      const now = BigInt(answer);
      transferred = minted === undefined || transferred > now ? now : transferred;
      minted = now;
    },
  };
}
