import { startReplayNode } from '../../../demo/p-chain/replay-node';
import { exactJson, fromExactJson } from '../../../lambdas/pchain/domain/exact-json';
import { applyBlock } from '../../../lambdas/pchain/domain/replay/apply-block';
import { type Seed, seedState } from '../../../lambdas/pchain/domain/seed';
import { fetchSeed } from '../../../lambdas/pchain/node/ask-seed';
import { createPBlocks } from '../../../lambdas/pchain/node/blocks';
import { createPChainRpc } from '../../../lambdas/pchain/node/rpc';
import { some } from '../../support/full';
import { plainState } from '../../support/pchain/plain-state';
import { RECORDINGS, RecordedNetwork, sha256 } from '../../support/pchain/recorded';

/** Nobody is taken to wait for the start of a stake. */
const LONG_AGO = 0;

/** A recorded node, which is at a height. `onCalls` is told of each question before it is asked. */
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

/** The replayed states of a network as text, by height, and those in which stakers wait for their start. */
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

/** Of the subnet of one recording that has delegators of its own no list with them is recorded. */
const UNLISTED: Record<string, number[]> = { [RECORDINGS[0]]: [], [RECORDINGS[1]]: [19, 20, 22] };

describe.each(RECORDINGS)('%s', (path) => {
  const network = new RecordedNetwork(path);
  const { rules } = network;
  const { states, waiting } = replayed(network);
  const all = network.heights.filter((height) => height > 0 && !waiting.has(height));
  // All of them take some seconds.
  const heights = all.length < 50 ? all : some(all, 9);
  const unlisted = UNLISTED[path] ?? [];

  test('a state that is seeded at any height is the replayed one, there and after each later block', async () => {
    const node = await nodeAt(path);
    for (const from of heights) {
      node.go(from);
      const asked = fetchSeed(node, getFacts(network));
      if (unlisted.includes(from)) {
        await expect(asked).rejects.toThrow(/^the node does not list all delegators of NodeID-\w+ in \w+$/);
        continue;
      }
      // As the bucket keeps it.
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

  test('a head that moves while the state is asked for: it is that of the height at which it stands still', async () => {
    let onCall: () => void = () => undefined;
    const node = await nodeAt(path, () => onCall());
    for (const [i, from] of heights.entries()) {
      // After so many questions the head moves by one, for a while.
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

describe('how much is asked', () => {
  const [path] = RECORDINGS;
  const network = new RecordedNetwork(path);

  test('once the head has moved: only what time or its block has changed', async () => {
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
    // Eight subnets; the primary network has a validator to whom somebody delegates.
    expect(first).toEqual({ getSubnet: 8, getCurrentValidators: 10, getTx: 0 });
    // Two of them have validators; the block has another delegator.
    expect(second).toEqual({ getSubnet: 0, getCurrentValidators: 4, getTx: 0 });
    expect(last).toEqual({ getSubnet: 0, getCurrentValidators: 0, getTx: 5 });
  });

  test('a head that never stands still is told', async () => {
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
