import { setTimeout as sleep } from 'node:timers/promises';
import { type Address, type Hex, stringToHex, zeroAddress } from 'viem';
import { MESSENGER, messengerCalls, type Sent } from './messenger';
import { getAddress, type Random, seededRandom } from './random';
import { quantity, rpc } from './rpc';

/** A chain that sends and receives messages. */
export interface MessengerChain {
  readonly url: string;
  /** 32 bytes. */
  readonly blockchainId: Hex;
  /** What its senders pay with; absent: nothing is paid. */
  readonly feeToken?: Address;
}

/** How often a message is sent, ms; and after some minutes, as anvil keeps every transaction in memory. */
const [INTERVAL_MS, LATER_INTERVAL_MS, FAST_ROUNDS] = [4_000, 20_000, 150];
/** How long a relayer takes, ms: one in five messages is slow. */
const [QUICK_MS, SLOW_MS] = [2_000, 25_000];
/** How long a failed execution waits until somebody tries again, ms. */
const RETRY_MS = 10_000;
/** Receipts that a message carries at most, as the messenger has it. */
const MAX_RECEIPTS = 5;
const PEOPLE = 20;

/**
 * Lets two chains send each other messages until it is stopped: some slow, some whose execution fails and is repeated
 * or not, some with a fee that is raised, some of receipts alone. A node that is unreachable is skipped.
 */
export function startMessages(chains: readonly [MessengerChain, MessengerChain], seed: number) {
  const random = seededRandom(seed);
  const stopping = new AbortController();
  const { signal } = stopping;
  /** By blockchain id: what was delivered there and not acknowledged yet. */
  const unacknowledged = new Map<Hex, Sent[]>(chains.map(({ blockchainId }) => [blockchainId, []]));
  const under = new Set<Promise<void>>();
  let sentMessages = 0;

  const life = async (from: MessengerChain, to: MessengerChain): Promise<void> => {
    const sent = drawMessage(random, from, to, unacknowledged.get(from.blockchainId) ?? []);
    const [fee, isSlow, succeeds, isRetried] = [random() < 0.2, random() < 0.2, random() < 0.8, random() < 0.7];
    await call(from, messengerCalls.send(sent));
    sentMessages++;
    if (fee && from.feeToken)
      await call(from, messengerCalls.addFee(sent, { token: from.feeToken, amount: sent.fee.amount * 2n }));
    await sleep(isSlow ? SLOW_MS : QUICK_MS, undefined, { signal });
    await call(to, messengerCalls.deliver(sent, succeeds));
    unacknowledged.get(to.blockchainId)?.push(sent);
    if (succeeds || !isRetried || sent.data === '0x') return;
    await sleep(RETRY_MS, undefined, { signal });
    await call(to, messengerCalls.execute(sent));
  };
  const run = async (): Promise<void> => {
    for (let round = 0; !signal.aborted; round++) {
      const [from, to] = random() < 0.6 ? chains : [chains[1], chains[0]];
      // A message whose node is away stays as far as it came.
      const one: Promise<void> = life(from, to)
        .catch(() => undefined)
        .finally(() => under.delete(one));
      under.add(one);
      const pause = round < FAST_ROUNDS ? INTERVAL_MS : LATER_INTERVAL_MS;
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    count: () => sentMessages,
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all([running, ...under]);
    },
  };
}

function drawMessage(
  random: Random,
  { blockchainId: source, feeToken }: MessengerChain,
  { blockchainId: destination }: MessengerChain,
  unacknowledged: Sent[],
): Sent {
  const acknowledges = unacknowledged.splice(0, MAX_RECEIPTS);
  const isReceipts = acknowledges.length > 0 && random() < 0.2;
  const person = () => getAddress(`person ${Math.floor(random() * PEOPLE)}`);
  const amount = BigInt(1 + Math.floor(random() * 9)) * 10n ** 15n;
  return {
    source,
    destination,
    acknowledges,
    // Never the same again, also after a restart.
    nonce: BigInt(Date.now()),
    from: person(),
    to: isReceipts ? zeroAddress : person(),
    data: isReceipts ? '0x' : stringToHex(`Message of ${new Date().toISOString()}`),
    fee: feeToken && random() < 0.5 ? { token: feeToken, amount } : { token: zeroAddress, amount: 0n },
  };
}

async function call({ url }: MessengerChain, data: Hex): Promise<void> {
  const accounts = await rpc<Address[]>(url, 'eth_accounts');
  // Not the last one, which deploys by its nonce.
  await rpc(url, 'eth_sendTransaction', [{ from: accounts[1], to: MESSENGER, data, gas: quantity(500_000) }]);
}
