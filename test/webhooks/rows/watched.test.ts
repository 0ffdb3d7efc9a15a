import { watch } from '../../../lambdas/webhooks/kinds/address-activity/watch';
import { shardWriter, versionsWriter } from '../../../lambdas/webhooks/rows/shards';
import { subscriptionReader, subscriptionWriter } from '../../../lambdas/webhooks/rows/watched';
import { createWatchedSets } from '../../../lambdas/webhooks/rows/watched-set';
import { CHAIN, webhookWorld } from '../../support/endpoints/webhooks';
import { address } from '../../support/make/blocks';

const since = { number: 1, epoch: 0 };

test('all of 1,200 webhooks that watch one address are found', async () => {
  const { table } = await webhookWorld();
  const write = subscriptionWriter(table);
  for (let i = 0; i < 1_200; i++) {
    const webhook = `w${String(i).padStart(5, '0')}`;
    await write.add(CHAIN, { webhook, owner: 'o', since }, [address(1)]);
  }
  const found = await subscriptionReader(table).of(CHAIN, address(1));
  expect([found.length, found.at(-1)?.webhook]).toEqual([1_200, 'w01199']);
});

test('similar addresses are spread over the shards by a secret of the chain', async () => {
  const { deps, table } = await webhookWorld();
  const alike = Array.from({ length: 300 }, (_, i) => `0x${i.toString(16).padStart(38, '0')}00`);
  const webhook = { id: 'w', owner: 'o', chain: CHAIN };
  await watch(deps, webhook, alike, since);
  await watch(deps, { ...webhook, chain: '5' }, alike, since);
  const shards = async (chain: string) => {
    const { items } = await table.query({ pk: `wc#${chain}`, low: 's', high: 't', ascending: true, limit: 500 });
    return new Map(items.map(({ sk, m }) => [String(sk), (m as Set<Uint8Array>).size]));
  };
  const [one, other] = [await shards(CHAIN), await shards('5')];
  expect(one.size).toBeGreaterThan(100);
  expect(Math.max(...one.values())).toBeLessThan(20);
  expect(one).not.toEqual(other);
  const set = await createWatchedSets(table).of(CHAIN);
  for (const each of alike) expect(set?.has(each)).toBe(true);
  expect(set?.has(`0x${'f'.repeat(40)}`)).toBe(false);
});

test('a watched set takes 20 bytes per address, even for shards that are read again', async () => {
  const { deps, table } = await webhookWorld();
  const webhook = { id: 'w', owner: 'o', chain: CHAIN };
  const sets = createWatchedSets(table);
  const all = Array.from({ length: 2_000 }, (_, i) => address(i + 1));
  for (const upTo of [1_200, 2_000]) {
    await watch(deps, webhook, all.slice(0, upTo), since);
    const set = await sets.of(CHAIN);
    expect(set?.byteLength).toBe(20 * upTo);
    expect(all.filter((one) => set?.has(one))).toEqual(all.slice(0, upTo));
  }
});

test('an address watched again during its removal stays watched', async () => {
  const { table } = await webhookWorld();
  const shards = shardWriter(table);
  await shards.add(CHAIN, [address(1)]);
  let asked = 0;
  // The first answer is stale when used: another webhook watches the address meanwhile.
  await shards.remove(CHAIN, [address(1)], async () => {
    if (asked++ > 0) return true;
    await shards.add(CHAIN, [address(1)]);
    return false;
  });
  await versionsWriter(table).bump(CHAIN, [address(1)]);
  expect([asked, (await createWatchedSets(table).of(CHAIN))?.has(address(1))]).toEqual([2, true]);
});
