import { startReplayNode } from '../../../demo/p-chain/replay-node';
import { exactJson, fromExactJson } from '../../../lambdas/core/domain/exact-json';
import { applyBlock } from '../../../lambdas/pchain/domain/replay/apply-block';
import { type Seed, seedState } from '../../../lambdas/pchain/domain/seed';
import { fetchSeed } from '../../../lambdas/pchain/node/ask-seed';
import { createPBlocks } from '../../../lambdas/pchain/node/blocks';
import { createPChainRpc } from '../../../lambdas/pchain/node/rpc';
import { some } from '../../support/full';
import { plainState } from '../../support/pchain/plain-state';
import { RECORDINGS, RecordedNetwork, sha256 } from '../../support/pchain/recorded';

/** Long enough ago that no stake can be pending. */
const LONG_AGO = 0;

/** A recorded node at a settable height. `onCalls` runs before each request. */
async function nodeAt(path: string, onCalls: (methods: readonly string[]) => void = () => undefined) {
  let height = 0;
  const node = await startReplayNode({
    ...{ recording: path, fromHeight: 0, startedAt: 0, msPerHeight: 1 },
    now: () => height,
  });
  const client = createPChainRpc(node.url, { callsPerSecond: 100_000 });
  const rpc: typeof client = {
    ...client,
    call(method, params) {
      onCalls([method]);
      return client.call(method, params);
    },
    all(calls) {
      onCalls(calls.map(([method]) => method));
      return client.all(calls);
    },
  };
  return {
    ...{ rpc, blocks: createPBlocks(rpc, { proposers: false }) },
    go(to: number) {
      height = to;
    },
    async stop() {
      await client.close();
      await node.stop();
    },
  };
}

const getFacts = ({ rules }: RecordedNetwork) => ({
  ...{ hrp: 'custom', upgrades: { ...rules.upgrades, durango: LONG_AGO }, genesisTime: LONG_AGO },
});

/** Replayed states as text by height, and the heights with pending stakers. */
function replayed(network: RecordedNetwork) {
  const { rules } = network;
  const state = network.genesis();
  const states = [plainState(state)];
  const waiting = new Set<number>();
  for (let height = 1; height <= network.last; height++) {
    applyBlock(state, network.block(height), { rules, sha256 });
    states.push(plainState(state));
    if (state.pending.size > 0) waiting.add(height);
  }
  return { states, waiting };
}

/** Heights with subnet delegators that are missing in the recorded lists. */
const UNLISTED: Record<string, number[]> = { [RECORDINGS[0]]: [], [RECORDINGS[1]]: [19, 20, 22] };

describe.each(RECORDINGS)('%s', (path) => {
  const network = new RecordedNetwork(path);
  const { rules } = network;
  const { states, waiting } = replayed(network);
  const all = network.heights.filter((height) => height > 0 && !waiting.has(height));
  // All of a long recording would take some seconds.
  const heights = all.length < 50 ? all : some(all, 9);
  const unlisted = UNLISTED[path] ?? [];

  test('a seeded state equals the replayed one, at its height and after each later block', async () => {
    const node = await nodeAt(path);
    for (const from of heights) {
      node.go(from);
      const asked = fetchSeed(node, getFacts(network));
      if (unlisted.includes(from)) {
        await expect(asked).rejects.toThrow(/^the node does not list all delegators of NodeID-\w+ in \w+$/);
        continue;
      }
      // In the format of the bucket.
      const state = seedState(fromExactJson<Seed>(exactJson(await asked)), rules);
      expect([from, plainState(state)]).toEqual([from, states[from]]);
      for (let height = from + 1; height <= network.last; height++) {
        applyBlock(state, network.block(height), { rules, sha256 });
        const found = plainState(state);
        if (found !== states[height]) expect([from, height, found]).toEqual([from, height, states[height]]);
      }
    }
    await node.stop();
    expect(heights.length - unlisted.length).toBeGreaterThan(20);
  });

  test('a seed read while the head moves is the state of the height where the head settles', async () => {
    let onCall: () => void = () => undefined;
    const node = await nodeAt(path, () => onCall());
    for (const [i, from] of heights.entries()) {
      // The head moves by one after every `each` requests, at most `moves` times.
      const [each, moves] = [1 + (i % 5), 1 + (i % 40)];
      let [asked, at] = [0, i];
      onCall = () => {
        asked += 1;
        if (asked % each !== 0 || at >= Math.min(i + moves, heights.length - 1)) return;
        at += 1;
        node.go(heights[at] ?? from);
      };
      node.go(from);
      const seed = await fetchSeed(node, getFacts(network)).catch((error: Error) => error.message);
      if (typeof seed === 'string')
        expect([heights[at], unlisted.includes(heights[at] ?? 0)]).toEqual([heights[at], true]);
      else
        expect([from, seed.height, plainState(seedState(seed, rules))]).toEqual([
          ...[from, seed.height, states[seed.height]],
        ]);
    }
    await node.stop();
  });
});

describe('the requests for a seed', () => {
  const [path] = RECORDINGS;
  const network = new RecordedNetwork(path);

  test('a moved head causes requests only for parts changed by time or by its block', async () => {
    const rounds: string[][] = [[]];
    const node = await nodeAt(path, (methods) => {
      rounds.at(-1)?.push(...methods);
      if (!methods.includes('getHeight')) return;
      rounds.push([]);
      if (rounds.length === 3) node.go(75);
    });
    node.go(74);
    await fetchSeed(node, getFacts(network));
    await node.stop();
    const [, first, second, last] = rounds.map((methods) =>
      Object.fromEntries(
        ['getSubnet', 'getCurrentValidators', 'getTx'].map((name) => [
          name,
          methods.filter((one) => one === name).length,
        ]),
      ),
    );
    // Eight subnets, and a primary network validator with a delegator.
    expect(first).toEqual({ getSubnet: 8, getCurrentValidators: 10, getTx: 0 });
    // Two subnets have validators, and the block adds a delegator.
    expect(second).toEqual({ getSubnet: 0, getCurrentValidators: 4, getTx: 0 });
    expect(last).toEqual({ getSubnet: 0, getCurrentValidators: 0, getTx: 5 });
  });

  test('a head that never settles is an error after 100 moves', async () => {
    let height = 1;
    const node = await nodeAt(path, (methods) => {
      if (methods.includes('getHeight')) height += 1;
      node.go(height);
    });
    await expect(fetchSeed(node, getFacts(network))).rejects.toThrow(
      'the head moved 100 times while its state was read',
    );
    await node.stop();
  });
});
