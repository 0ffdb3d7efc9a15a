import * as fc from 'fast-check';
import type { EventContents, TeleporterEvent } from '../../../lambdas/evm/teleporter/domain/events';
import { evmIndexer } from '../../support/follower/evm';
import { type Branch, branchOff } from '../../support/follower/evm-branches';
import { type Kill, simulation, tableOfChains } from '../../support/follower/simulation';
import { FULL, repeatedRuns } from '../../support/full';
import { aChain, type Sent } from '../../support/make/blocks';
import { NO_CONTENTS, teleporterLog } from '../../support/make/teleporter';
import { DESTINATION, getLife, type Life, SOURCE, STEPS, type Step } from '../../support/make/teleporter-lives';
import { muteLog } from '../../support/mute-log';
import { memoryTable } from '../../support/tables/memory';
import { cleanIndex, teleporterRows } from '../../support/tables/teleporter-world';

muteLog();

const { summary } = evmIndexer(memoryTable().table);
/** The messages of these histories; both chains log events of each. */
const LIVES = [1, 2, 3].map((nonce) => getLife({ ...NO_CONTENTS, nonce: String(nonce), data: '0xab' }));
const getSteps = ({ chainId }: { readonly chainId: string }) =>
  STEPS.filter((step) => LIVES[0]?.[step].chainId === chainId);

interface Logged {
  readonly life: number;
  readonly step: Step;
}
const getEvent = ({ life, step }: Logged): TeleporterEvent => (LIVES[life] as Life)[step];
const getContents = (logged: Logged): EventContents => getEvent(logged);

/** One transaction per log. */
const getTransactions = (logs: readonly Logged[]): Sent[] =>
  logs.map((logged) => ({ from: 1, to: 2, logs: [teleporterLog(getContents(logged))] }));

/** The events in the blocks of a chain, with their positions. */
function eventsIn(branch: Branch, chain: typeof SOURCE, logged: ReadonlyMap<string, Logged>): TeleporterEvent[] {
  return branch.flatMap(({ raw: { block, receipts } }) =>
    receipts.flatMap(({ logs, transactionHash: txHash, gasUsed }) =>
      logs.map((log): TeleporterEvent => {
        const { messenger, network, ...contents } = getEvent(
          logged.get(JSON.stringify(log.topics) + log.data) as Logged,
        );
        return {
          ...contents,
          ...{ messenger, network, chainId: chain.chainId, txHash, logIndex: Number(log.logIndex) },
          ...{ blockNumber: Number(block.number), blockHash: block.hash, time: Number(block.timestamp) },
          gasSpent: String(Number(gasUsed)),
        };
      }),
    ),
  );
}
const LOGGED = new Map(
  LIVES.flatMap((_, life) =>
    STEPS.map((step): [string, Logged] => {
      const log = teleporterLog(getContents({ life, step }));
      return [JSON.stringify(log.topics) + log.data, { life, step }];
    }),
  ),
);

const kill: fc.Arbitrary<Kill> = fc.record({
  step: fc.constantFrom('pending', 'rows', 'message joined', 'events', 'cursor', 'deletes', 'removed events'),
  when: fc.constantFrom('before', 'after'),
  nth: fc.integer({ min: 1, max: 3 }),
});
/** The next turn on one of the chains: its node replaces blocks that log these, and the process may be killed. */
const turnOn = (chain: typeof SOURCE) =>
  fc.record({
    chain: fc.constant(chain),
    depth: fc.integer({ min: 0, max: 3 }),
    blocks: fc.array(
      fc.array(fc.record({ life: fc.nat({ max: 2 }), step: fc.constantFrom(...getSteps(chain)) }), { maxLength: 3 }),
      { minLength: 1, maxLength: 4 },
    ),
    kills: fc.array(kill, { maxLength: 2 }),
  });
const turns = fc.array(fc.oneof(turnOn(SOURCE), turnOn(DESTINATION)), { minLength: 1, maxLength: 8 });

test('any history of two chains with reorgs and kills leaves the messages of their last branches', async () => {
  const fell = new Map<string, number>();
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(turns, async (history) => {
      const shared = tableOfChains();
      const worlds = new Map(
        [SOURCE, DESTINATION].map((own) => {
          const chain = aChain({ chainId: own.chainId, finalityDepth: 100 });
          const createIndexer = () => evmIndexer(shared.table, { chain });
          const branch: Branch = branchOff([], 0, [[]], 1);
          return [own.chainId, { own, sim: simulation({ summary, createIndexer }, chain, shared), branch }];
        }),
      );
      for (const [i, { chain, depth, blocks, kills }] of history.entries()) {
        const world = worlds.get(chain.chainId);
        if (!world) throw new Error('no such chain');
        const added = [...blocks.map(getTransactions), ...Array.from({ length: depth }, () => [])];
        world.branch = branchOff(world.branch, depth, added, i + 2);
        world.sim.node.serve(world.branch.map(({ raw }) => ({ ...raw, blockchainId: world.own.blockchainId })));
        for (const one of kills) await world.sim.follow(one);
        await world.sim.follow();
      }
      const events = [...worlds.values()].flatMap(({ own, branch }) => eventsIn(branch, own, LOGGED));
      const rows = teleporterRows(await shared.items());
      expect(rows).toEqual(await cleanIndex(events));
      for (const { name } of events) seen.add(name);
      for (const { sim } of worlds.values())
        for (const [step, count] of sim.fell) fell.set(step, (fell.get(step) ?? 0) + count);
    }),
    { ...repeatedRuns(12, 750), endOnFailure: true },
  );
  expect(seen.size).toBe(6);
  console.log('Kills at each step:', Object.fromEntries(fell));
  expect([...fell.keys()].filter((step) => step.includes('message joined')).length).toBeGreaterThan(FULL ? 1 : 0);
});
