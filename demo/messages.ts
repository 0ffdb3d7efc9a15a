import { setTimeout as sleep } from 'node:timers/promises';
import { type Address, type Hex, stringToHex, zeroAddress } from 'viem';
import { MESSENGER, messengerCalls, type Sent } from './messenger';
import { getAddress, type Random, seededRandom } from './random';
import { quantity, rpc } from './rpc';

export interface MessengerChain {
  readonly url: string;
  readonly blockchainId: Hex;
  readonly feeToken?: Address;
}

/** Initially, and after the first rounds, because anvil keeps every transaction in memory. */
const [INTERVAL_MS, LATER_INTERVAL_MS, FAST_ROUNDS] = [4_000, 20_000, 150];
/** One in five messages is slow. */
const [QUICK_MS, SLOW_MS] = [2_000, 25_000];
const RETRY_MS = 10_000;
/** As in TeleporterMessenger. */
const MAX_RECEIPTS = 5;
const PEOPLE = 20;

/** Some messages are slow, fail (retried or not), raise their fee, or only carry receipts. Skips unreachable nodes. */
export function startMessages(chains: readonly [MessengerChain, MessengerChain], seed: number) {
  const random = seededRandom(seed);
  const stopping = new AbortController();
  const { signal } = stopping;
  /** Delivered messages, by the blockchain ID of their destination. */
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
      // If a node is down, the message stays in its current state.
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
    // Unique, also across restarts.
    nonce: BigInt(Date.now()),
    from: person(),
    to: isReceipts ? zeroAddress : person(),
    data: isReceipts ? '0x' : stringToHex(`Message of ${new Date().toISOString()}`),
    fee: feeToken && random() < 0.5 ? { token: feeToken, amount } : { token: zeroAddress, amount: 0n },
  };
}

async function call({ url }: MessengerChain, data: Hex): Promise<void> {
  const accounts = await rpc<Address[]>(url, 'eth_accounts');
  // Not the last account: contract addresses depend on its nonce.
  await rpc(url, 'eth_sendTransaction', [{ from: accounts[1], to: MESSENGER, data, gas: quantity(500_000) }]);
}
