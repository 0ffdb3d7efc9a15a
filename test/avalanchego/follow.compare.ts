import { setTimeout as sleep } from 'node:timers/promises';
import { FULL } from '../support/full';
import { addressText } from '../support/pchain/address';
import { Service } from '../support/service/service';
import { Agreement } from './agreement';
import { ANNA, BEN, CLARA, DORA, EMIL } from './driver/funds';
import { type DrivenNetwork, startNetwork, UPGRADED } from './driver/network';
import { call } from './driver/rpc';
import { STORY } from './driver/story';

/** The chapters that do not wait for the end of stakes: two minutes instead of seven. */
const CHAPTERS = FULL ? STORY : STORY.slice(0, 5);
/** An answer with a block after this delay is late, ms. */
const LATE_MS = 1_000;

/** The genesis settings of a network with a node that has no block yet. */
async function getGenesis({ url }: DrivenNetwork) {
  const ask = <T>(method: string) => call<T>(url, 'bc/P', `platform.${method}`);
  const { timestamp } = await ask<{ timestamp: string }>('getTimestamp');
  const { supply } = await ask<{ supply: string }>('getCurrentSupply');
  const { validators } = await ask<{ validators: { potentialReward: string }[] }>('getCurrentValidators');
  const promised = validators.reduce((sum, { potentialReward }) => sum + BigInt(potentialReward), 0n);
  const genesis = { time: Date.parse(timestamp) / 1_000, supply: String(BigInt(supply) - promised) };
  return { ...genesis, maxValidatorStake: '50000000000000000' };
}

test('every answer agrees with a driven node within a second, despite kills of the service', async () => {
  const net = await startNetwork(UPGRADED);
  const network = {
    network: 'driven',
    rpcUrl: net.url,
    index: true,
    pollIntervalMs: 100,
    genesis: await getGenesis(net),
  };
  const service = await new Service({ chains: [], pChains: [network] }).start();
  const addresses = [ANNA, BEN, CLARA, DORA, EMIL].map(({ address }) => addressText(address, net.prefix));
  const agreement = new Agreement(service, net.url, 'driven', { addresses, networkId: net.networkId });
  await agreement.waitFor(0, 60_000);
  agreement.delays.length = 0;
  let [isOver, agreed, kills] = [false, 0, 0];
  let [mayLook, isLooking] = [true, false];
  const watching = (async () => {
    for (let seen = 0; !isOver; await sleep(20)) {
      isLooking = mayLook;
      if (!mayLook) continue;
      const height = await agreement.height();
      if (height === seen) continue;
      seen = height;
      await agreement.waitFor(height, 60_000);
      if (await agreement.compare()) agreed += 1;
    }
  })();
  try {
    for (const [name, live] of CHAPTERS) {
      await live(net);
      console.log(`${name}: height ${await agreement.height()}, agreed at ${agreed} heights`);
      mayLook = false;
      while (isLooking) await sleep(10);
      await service.kill();
      await service.start();
      [mayLook, kills] = [true, kills + 1];
    }
    isOver = true;
    await watching;
    while (!(await agreement.compare())) await sleep(100);
  } finally {
    isOver = true;
    await watching.catch(() => undefined);
    await service.stop();
    await net.stop();
  }
  // The first block after a restart waits for the lease of the killed process.
  const sorted = agreement.delays.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  const late = sorted.filter((ms) => ms > LATE_MS).length;
  console.log(
    'Agreed at heights:',
    agreed,
    'compared:',
    agreement.compared,
    `answered after ms: p50 ${at(0.5)}, p90 ${at(0.9)}, late ${late}`,
  );
  expect(agreed).toBeGreaterThan(10);
  expect(late).toBeLessThanOrEqual(kills);
});
