import { type Anvil, startAnvil } from '../../demo/anvil';
import { FULL } from '../support/full';
import { rpc } from '../support/node/anvil';
import { deployNasty, mineBlock } from '../support/node/nasty';
import { type NodeProxy, nodeProxy, prunedBelow } from '../support/node/node-proxy';
import { type TokenTraffic, tokenTraffic } from '../support/node/token-traffic';
import { getPairs, type Holdings, holdingsAt, type TouchedPair } from '../support/oracles/holdings';
import { balancesPage, balancesShown, holdingsShown, shownAs } from '../support/service/balances-shown';
import { runCli } from '../support/service/command';
import { dump } from '../support/service/dump';
import { toEach } from '../support/service/parallel';
import { removeFolders, Service, wait } from '../support/service/service';

const CHAIN = '31337';
const BLOCKS = FULL ? 300 : 16;
/** Page sizes: each holder's lists are read with one of them. */
const SIZES = [1, 7, 100, 500];
/** Contracts that change balances without a transfer: they are read live once that is known. */
const LIVE = ['Rebasing', 'MintsSilently'] as const;
/** Source of mints and target of burns: counts as holding nothing. */
const NOBODY = `0x${'0'.repeat(40)}`;
/** How long a warm function caches a token's record. */
const TOKEN_CACHE_MS = 5_000;

describe(`balances after ${BLOCKS} blocks of token traffic, with misbehaving contracts`, () => {
  let anvil: Anvil;
  let proxy: NodeProxy;
  let service: Service;
  let traffic: TokenTraffic;
  let pairs: TouchedPair[];
  /** Every holder, except most recipients of the airdrop. */
  let holders: string[];
  /** The recipients of the airdrop, who hold only that token. */
  let dropped: string[];

  const head = async () => Number(await rpc(anvil.url, 'eth_blockNumber', []));
  const live = () => LIVE.map((name) => traffic.contracts[name]);
  const moving = () => pairs.filter(({ token }) => !live().includes(token));
  const getSize = (holder: string): number => SIZES[holders.indexOf(holder) % SIZES.length] ?? 1;

  beforeAll(async () => {
    anvil = await startAnvil({ chainId: Number(CHAIN) });
    proxy = await nodeProxy(anvil.url);
    service = await new Service({ chains: [{ chainId: CHAIN, network: 'testnet', rpcUrl: proxy.url }] }).start();
    // Indexed while it grows, so that balances are read block by block.
    traffic = await tokenTraffic(anvil.url, 11, BLOCKS);
    pairs = getPairs(traffic.transfers);
    const all = [...new Set(pairs.map(({ holder }) => holder))];
    const others = new Set(pairs.flatMap(({ token, holder }) => (token === traffic.contracts.Airdrop ? [] : [holder])));
    dropped = all.filter((holder) => !others.has(holder));
    holders = [...others, ...dropped.filter((_, i) => i % 100 === 0)];
    await service.indexed(CHAIN, await head());
  });
  afterAll(async () => {
    await service?.stop();
    proxy?.stop();
    await anvil?.stop();
    removeFolders();
  });

  /** Holders with lists that differ from the tokens' answers, with both. */
  async function differences(truth: ReadonlyMap<string, Holdings>, without: readonly string[] = []) {
    const kept = (rows: readonly string[]) => rows.filter((row) => !without.some((token) => row.startsWith(token)));
    const found = await toEach(holders, async (holder) => {
      const shown = await holdingsShown(service, CHAIN, holder, getSize(holder));
      const told = shownAs(truth.get(holder));
      const same = { ...shown, 'ERC-20': kept(shown['ERC-20']) };
      return JSON.stringify(same) === JSON.stringify(told) ? [] : [{ holder, shown: same, told }];
    });
    return found.flat();
  }

  test('balances equal every token’s answer, page by page, and tokens without an answer are not listed', async () => {
    const truth = await holdingsAt(anvil.url, moving(), await head());
    expect(await differences(truth, live())).toEqual([]);
    if (FULL)
      await toEach(dropped, async (holder) => {
        const shown = await balancesShown(service, { chain: CHAIN, holder, list: 'ERC-20' }, 100);
        expect([holder, shown]).toEqual([holder, truth.get(holder)?.['ERC-20'] ?? []]);
      });
    const rows = [...truth.values()].flatMap((held) => Object.values(held).flat());
    expect(rows.length).toBeGreaterThan(100);
    const odd = (['Reverting', 'GasBurner', 'ShortAnswer', 'WrongTopics'] as const).map(
      (name) => traffic.contracts[name],
    );
    expect(odd.map((token) => pairs.some((pair) => pair.token === token))).toEqual([true, true, true, true]);
    expect(rows.filter((row) => odd.some((token) => row.startsWith(token)))).toEqual([]);
  });

  test('balances can be limited to named contracts', async () => {
    const truth = await holdingsAt(anvil.url, moving(), await head());
    const { token, dollar, collectible, items, SpamToken, Cards } = traffic.contracts;
    let found = 0;
    const rich = holders.filter((holder) => pairs.filter((pair) => pair.holder === holder).length > 10);
    await toEach(rich, async (holder, i) => {
      const size = SIZES[i % SIZES.length] ?? 1;
      const held = shownAs(truth.get(holder));
      const of = (rows: readonly string[], ...tokens: string[]) =>
        rows.filter((row) => tokens.some((t) => row.startsWith(t)));
      const named = `contractAddresses=${dollar},${SpamToken.toUpperCase().replace('0X', '0x')},${token},${Cards}`;
      const erc20 = await balancesShown(service, { chain: CHAIN, holder, list: 'ERC-20', query: named }, size);
      expect(erc20).toEqual(of(held['ERC-20'], token, dollar, SpamToken));
      for (const [list, contract] of [
        ['ERC-721', collectible],
        ['ERC-1155', items],
        ['collectibles', Cards],
        ['collectibles', items],
      ] as const) {
        const rows = await balancesShown(
          service,
          { chain: CHAIN, holder, list, query: `contractAddress=${contract}` },
          size,
        );
        expect([list, rows]).toEqual([list, of(held[list], contract)]);
        found += rows.length;
      }
      found += erc20.length;
    });
    expect(found).toBeGreaterThan(5);
  });

  test('balances at a past block equal the tokens’ answers then, rebasing or not', async () => {
    const top = await head();
    for (const block of [top - 3, top - Math.ceil(BLOCKS / 2)]) {
      const truth = await holdingsAt(anvil.url, pairs, block);
      await toEach(holders, async (holder) => {
        for (const list of ['ERC-20', 'ERC-1155'] as const) {
          const query = `blockNumber=${block}`;
          const rows = await balancesShown(service, { chain: CHAIN, holder, list, query }, getSize(holder));
          expect([block, holder, rows]).toEqual([block, holder, truth.get(holder)?.[list] ?? []]);
        }
      });
      expect([...truth.values()].flatMap((held) => held['ERC-20']).length).toBeGreaterThan(0);
    }
  });

  test('a block pruned by the node gets 503, and a block that does not exist yet gets 404', async () => {
    const [top, [holder = '']] = [await head(), holders];
    proxy.refuse(prunedBelow(top));
    const at = (block: number) =>
      balancesPage(service, { chain: CHAIN, holder, list: 'ERC-20', query: `blockNumber=${block}` });
    const old = await at(top - 1);
    expect([old.status, old.body]).toEqual([
      503,
      {
        statusCode: 503,
        error: 'Service Unavailable',
        message: expect.stringMatching(`keeps no state of block ${top - 1}`),
      },
    ]);
    expect((await at(top)).status).toBe(200);
    const beyond = await at(top + 1);
    expect([beyond.status, beyond.body.message]).toEqual([
      404,
      expect.stringMatching(`block ${top + 1}.*indexed up to ${top}`),
    ]);
    proxy.refuse();
    expect((await at(top - 1)).status).toBe(200);
  });

  test('balances that change without a transfer are found by reconcile, and are correct from then on', async () => {
    const nasty = await deployNasty(anvil.url);
    const [from] = ((await rpc(anvil.url, 'eth_accounts', [])) as `0x${string}`[]).slice(1);
    if (!from) throw new Error('anvil has no accounts');
    const owners = pairs.flatMap(({ token, holder }) =>
      token === traffic.contracts.MintsSilently && holder !== NOBODY ? [holder] : [],
    );
    const change = async (factor: bigint) => {
      await mineBlock(anvil.url, [
        { from, ...nasty.call('Rebasing', 'rebase', factor * 10n ** 16n) },
        ...owners.map((owner) => ({ from, ...nasty.call('MintsSilently', 'mintSilently', owner, 77n) })),
      ]);
      await service.indexed(CHAIN, await head());
    };
    await change(300n);
    expect((await differences(await holdingsAt(anvil.url, pairs, await head()))).length).toBeGreaterThan(0);
    // Samples are random, so several runs are needed; the next run confirms a drift at a later block.
    const [found, confirmed] = [new Set<string>(), new Set<string>()];
    for (let run = 0; run < 12 && live().some((token) => !confirmed.has(token)); run++) {
      await mineBlock(anvil.url, []);
      await service.indexed(CHAIN, await head());
      const ran = await runCli(service, 'reconcile', '--chain', CHAIN, '--sample', '200');
      expect([ran.code, ran.stderr]).toEqual([0, '']);
      expect(ran.stdout).toMatch(/^\d+ of \d+ balances differ at block \d+\./m);
      for (const [, token = ''] of ran.stdout.matchAll(
        /^(0x[0-9a-f]{40}) 0x[0-9a-f]{40}: \d+ indexed, \d+ on the node$/gm,
      ))
        found.add(token);
      for (const [, token = ''] of ran.stdout.matchAll(/^(0x[0-9a-f]{40}) also differed at an earlier block/gm))
        confirmed.add(token);
    }
    expect([...found].toSorted()).toEqual(live().toSorted());
    expect([...confirmed].toSorted()).toEqual(live().toSorted());
    await wait(TOKEN_CACHE_MS);
    expect(await differences(await holdingsAt(anvil.url, pairs, await head()))).toEqual([]);
    // From now on immediately, as the tokens are known to drift.
    await change(40n);
    expect(await differences(await holdingsAt(anvil.url, pairs, await head()))).toEqual([]);
    const records = await dump(service, /^k#\S+ ~m$/);
    const marked = [...records].filter(([, item]) => /\blv=\d+/.test(item)).map(([key]) => key.split(/[# ]/)[2]);
    expect(marked.toSorted()).toEqual(live().toSorted());
  });
});
