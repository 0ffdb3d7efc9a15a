import fc from 'fast-check';
import { seededRandom } from '../../../demo/random';
import { type Held, restoredWorld } from '../../support/follower/restored-world';
import { repeatedRuns } from '../../support/full';
import { muteLog } from '../../support/mute-log';

muteLog();

type World = Awaited<ReturnType<typeof restoredWorld>>;
const CALLS = 600;

async function step(world: World, draw: () => number): Promise<void> {
  const action = draw();
  const webhook = Math.floor(draw() * world.webhooks.length);
  if (action < 0.25) world.grow();
  else if (action < 0.33) world.reorg();
  else if (action < 0.6) await world.follow();
  else if (action < 0.8) await world.matchNext();
  else if (action < 0.92) await world.deliver(webhook, 0.8);
  else await world.pull(webhook);
}

/** Block and transaction of each message. */
const places = (held: Held | undefined): string[] =>
  [...(held?.values() ?? [])].map(({ of, block, tx }) => `${block} ${of?.blockHash} ${tx}`).toSorted();

test('receivers and readers hold each canonical message once, whichever moment the table is restored to', async () => {
  let restored = 0;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 1_000_000 }), async (seed) => {
      const draw = seededRandom(seed);
      const at = Math.floor(draw() * CALLS);
      const world = await restoredWorld(draw, (call) => call === at);
      for (let n = 0; n < 50; n++) await step(world, draw);
      await world.stop();
      const [moment] = world.copies;
      // The node may leave our branch while nothing follows it.
      if (draw() < 0.4) world.reorg();
      if (moment && (await world.restore(moment, draw() < 0.5))) restored += 1;
      for (let n = 0; n < 30; n++) await step(world, draw);
      await world.settle();
      for (let n = 0; n < 3; n++) world.grow();
      await world.settle();
      const branch = world.branch();
      const head = branch.at(-1);
      expect(await world.cursor()).toMatchObject({ number: head?.number, hash: head?.hash });
      for (const [i, { confirmations = 0 }] of world.webhooks.entries()) {
        const expected = branch
          .slice(0, branch.length - confirmations)
          .flatMap(({ number, hash }) => [`${number} ${hash} 0`, `${number} ${hash} 1`])
          .toSorted();
        expect({ pushed: places(world.receivers[i]?.held), pulled: places(world.pullers()[i]?.held) }).toEqual({
          ...{ pushed: expected, pulled: expected },
        });
      }
    }),
    { ...repeatedRuns(30, 500), examples: [[432_150], [892_853], [204_993]], includeErrorInReport: true },
  );
  expect(restored).toBeGreaterThan(10);
});
