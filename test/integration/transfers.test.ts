import { type Anvil, startAnvil } from '../../demo/anvil';
import { calls } from '../../demo/calls';
import { getAddress } from '../../demo/random';
import { transactionsShown } from '../support/endpoints/shown';
import { FULL } from '../support/full';
import { isParty, transactionsIn } from '../support/make/token-world';
import { rpc } from '../support/node/anvil';
import { mineBlock, type Send } from '../support/node/nasty';
import { type Recorded, record } from '../support/node/replay-node';
import { type TokenTraffic, tokenTraffic } from '../support/node/token-traffic';
import { getPairs, holdingsAt } from '../support/oracles/holdings';
import type { PlainTransfer } from '../support/oracles/plain-transfers';
import { shownAddress, TEXTS, transferViews } from '../support/oracles/transfer-views';
import { runCli } from '../support/service/command';
import { difference, dump } from '../support/service/dump';
import { toEach } from '../support/service/parallel';
import { priceService } from '../support/service/price-service';
import { type Json, removeFolders, Service, wait } from '../support/service/service';

const CHAIN = '31337';
const BLOCKS = FULL ? 200 : 14;
const AT = `/v1/chains/${CHAIN}`;
/** How long a warm function caches a token's record. */
const TOKEN_CACHE_MS = 5_000;
const KINDS = ['ERC-20', 'ERC-721', 'ERC-1155'] as const;

let anvil: Anvil;
let service: Service;
let prices: Awaited<ReturnType<typeof priceService>>;
/** The price service hangs. */
let isHanging = false;
let traffic: TokenTraffic;
let recorded: Recorded[];
let views: ReturnType<typeof transferViews>;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: Number(CHAIN) });
  prices = await priceService(({ tokens, timestamp }) => {
    if (isHanging) return 'never';
    const known = Object.fromEntries(tokens.map((token) => [token, getPrice(token)]));
    return { body: { prices: known, ...(timestamp === undefined ? {} : { historicalPrices: { native: timestamp } }) } };
  });
  const chains = [{ chainId: CHAIN, network: 'testnet', rpcUrl: anvil.url }];
  service = await new Service({ priceUrl: prices.url, chains }).start();
  traffic = await tokenTraffic(anvil.url, 23, BLOCKS);
  recorded = await record(anvil.url);
  views = transferViews(recorded, traffic.contracts);
  await service.indexed(CHAIN, recorded.length - 1);
  const tokens = new Set(traffic.transfers.map(({ token }) => token));
  // Read asynchronously, and cached for a while by every warm function.
  while ([...(await dump(service, /^k#\S+ ~m$/)).values()].filter((item) => item.includes(' y=')).length < tokens.size)
    await wait(200);
});
afterAll(async () => {
  await service?.stop();
  prices?.stop();
  await anvil?.stop();
  removeFolders();
});

const getPrice = (token: string) => (token === 'native' ? 30 : 1 + (Number.parseInt(token.slice(2, 8), 16) % 100));

const newestFirst = (transfers: readonly PlainTransfer[]) => transfers.toReversed().map(views.listed);

describe(`token transfers in ${BLOCKS} blocks of traffic`, () => {
  test('every transfer is in the list of its token, complete and once', async () => {
    const tokens = Map.groupBy(traffic.transfers, ({ token }) => token);
    await toEach([...tokens], async ([token, transfers], i) => {
      const size = transfers.length > 500 ? 100 : ([1, 7, 100][i % 3] ?? 1);
      const rows = await service.all(`${AT}/tokens/${token}/transfers`, 'transfers', size);
      expect(rows).toMatchObject(newestFirst(transfers));
    });
    expect(tokens.size).toBeGreaterThan(15);
  });

  test('every transfer is in the lists of both parties, by kind', async () => {
    const all = [...new Set(traffic.transfers.flatMap(({ from, to }) => [from, to]))];
    const dropped = all.filter((who) => traffic.transfers.filter(isParty(who)).length === 1);
    const parties = all.filter((who) => FULL || !dropped.includes(who) || dropped.indexOf(who) % 100 === 0);
    await toEach(parties, async (who, i) => {
      const own = traffic.transfers.filter(isParty(who));
      for (const kind of KINDS) {
        const list = `${AT}/addresses/${who}/transactions:list${kind.replace('ERC-', 'Erc')}`;
        const size = own.length > 500 ? 100 : ([7, 100][i % 2] ?? 7);
        expect(await service.all(list, 'transactions', size)).toMatchObject(
          newestFirst(own.filter((transfer) => transfer.kind === kind)),
        );
      }
    });
    expect(parties.length).toBeGreaterThan(30);
  });

  test('every transfer is in its transaction, and in no other', async () => {
    const hashes = recorded.flatMap(({ block }) => block.transactions.map(({ hash }) => hash));
    await toEach(hashes, async (hash) => {
      const { status, body } = await service.get(`${AT}/transactions/${hash}`);
      const of = (kind: PlainTransfer['kind']) =>
        traffic.transfers.filter((t) => t.txHash === hash && t.kind === kind).map(views.inside);
      expect([status, body.erc20Transfers, body.erc721Transfers, body.erc1155Transfers]).toMatchObject([
        200,
        of('ERC-20'),
        of('ERC-721'),
        of('ERC-1155'),
      ]);
    });
  });

  test('the transactions of the five busiest addresses have their transfers, in both orders, while blocks arrive', async () => {
    const count = new Map<string, number>();
    for (const { from, to } of traffic.transfers)
      for (const who of new Set([from, to])) count.set(who, (count.get(who) ?? 0) + 1);
    count.delete(`0x${'0'.repeat(40)}`);
    const busiest = [...count]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, 5)
      .map(([who]) => who);
    const raw = recorded.map((one) => ({ ...one, balances: {} }));
    const spam = new Set([traffic.contracts.SpamToken, traffic.contracts.HugeText]);
    const [from] = ((await rpc(anvil.url, 'eth_accounts', [])) as Send['from'][]).slice(2);
    if (!from) throw new Error('anvil has no accounts');
    for (const who of busiest) {
      let pages = 0;
      const grow = async () => {
        const mint = calls.mintTokens(who as Send['from'], 1n);
        if (pages++ % 5 === 0)
          await mineBlock(anvil.url, [{ from, to: traffic.contracts.token as Send['from'], data: mint }]);
      };
      const own = transactionsIn(raw, who);
      const whole = own.map(({ row: { isNative: _, ...row } }) => row);
      const clean = own.flatMap(({ row: { isNative, ...row } }) => {
        const transfers = row.transfers.filter(({ token }) => !spam.has(token));
        return isNative || transfers.length > 0 ? [{ ...row, transfers }] : [];
      });
      for (const sortOrder of ['asc', 'desc'])
        for (const [version, truth, filter] of [
          ['v1', whole, ''],
          ['v2', clean, ''],
          ['v2', whole, '&filterSpamTokens=false'],
        ] as const) {
          const query = `endBlock=${recorded.length}&sortOrder=${sortOrder}${filter}`;
          const list = `/${version}/chains/${CHAIN}/addresses/${who}/transactions?${query}`;
          const transactions = transactionsShown({ transactions: await service.all(list, 'transactions', 7, grow) });
          expect([list, transactions]).toEqual([list, sortOrder === 'asc' ? truth : truth.toReversed()]);
        }
      expect(whole.length).toBeGreaterThan(7);
    }
  });
});

describe('the contract that a transaction calls', () => {
  test('the called contract has its name, symbol and decimals in every list, unless it is malicious', async () => {
    const named = new Map(
      Object.entries(TEXTS).map(([contract, texts]) => [traffic.contracts[contract as keyof typeof TEXTS], texts]),
    );
    const spam = [traffic.contracts.SpamToken, traffic.contracts.HugeText];
    const sent = recorded.flatMap(({ block }) => block.transactions);
    let found = 0;
    for (const path of [`${AT}/transactions`, '/v1/transactions?network=testnet']) {
      const rows = await service.all(path, 'transactions', 100);
      for (const { hash, to, input } of sent) {
        const [name, symbol, decimals] = (to && input !== '0x' && !spam.includes(to) && named.get(to)) || [];
        const row = rows.find(({ txHash }) => txHash === hash);
        if (!to) continue;
        // Decimals of 0 stand for missing ones.
        expect([hash, row?.to]).toEqual([
          hash,
          { address: shownAddress(to), ...(name ? { name, symbol, ...(decimals ? { decimals } : {}) } : {}) },
        ]);
        if (name) found++;
      }
    }
    expect(found).toBeGreaterThan(20);
  });
});

describe('the prices of tokens', () => {
  const usd = (value: number) => ({ currencyCode: 'usd', value });
  test('prices come from the price service, for ERC-20 tokens in lists and the network token in a transaction', async () => {
    const [some] = traffic.transfers.filter(({ kind }) => kind === 'ERC-20');
    if (!some) throw new Error('no ERC-20 transfer');
    const price = usd(getPrice(some.token));
    const { body: list } = await service.get<Record<string, Json[]>>(`${AT}/tokens/${some.token}/transfers`);
    expect(list.transfers?.map((row) => (row.erc20Token as Json).price)).toEqual(list.transfers?.map(() => price));
    const { body } = await service.get(`${AT}/transactions/${some.txHash}`);
    expect(body.erc20Transfers).toContainEqual(
      expect.objectContaining({ erc20Token: expect.objectContaining({ address: shownAddress(some.token), price }) }),
    );
    expect(body.networkTokenDetails).toMatchObject({
      currentPrice: usd(30),
      historicalPrice: usd(Number((body.nativeTransaction as Json).blockTimestamp)),
    });
  });
  test('a hanging price service delays a response only briefly, and the price is left out', async () => {
    isHanging = true;
    const path = `${AT}/addresses/${traffic.transfers[0]?.to}/balances:getNative?currency=chf`;
    const began = Date.now();
    const { status, body } = await service.get<Record<string, Json>>(path);
    isHanging = false;
    expect([status, body.nativeTokenBalance?.price]).toEqual([200, undefined]);
    expect(Date.now() - began).toBeLessThan(10_000);
  });
});

describe('spam tokens', () => {
  /** The token's reputation in the ERC-20 balances of one of its holders, and in the v2 transactions. */
  async function toShown(token: string, query = '') {
    const pairs = getPairs(traffic.transfers.filter((transfer) => transfer.token === token));
    const held = await holdingsAt(anvil.url, pairs, recorded.length - 1);
    const [holder] = [...held].find(([, rows]) => rows['ERC-20'].length > 0) ?? [];
    const balances = await service.all(
      `${AT}/addresses/${holder}/balances:listErc20${query}`,
      'erc20TokenBalances',
      100,
    );
    const list = `/v2/chains/${CHAIN}/addresses/${holder}/transactions${query}`;
    const moved = (await service.all(list, 'transactions', 100)).flatMap((t) => t.erc20Transfers as Json[]);
    const of = shownAddress(token);
    return {
      held: balances.filter(({ address }) => address === of).map(({ tokenReputation }) => tokenReputation),
      moved: new Set(
        moved.map((t) => t.erc20Token as Json).flatMap((t) => (t.address === of ? [t.tokenReputation] : [])),
      ),
    };
  }

  test('a token with a URL in its symbol is hidden, and shown as malicious on request', async () => {
    const { SpamToken, dollar } = traffic.contracts;
    expect(await toShown(SpamToken)).toEqual({ held: [], moved: new Set() });
    expect(await toShown(SpamToken, '?filterSpamTokens=false')).toEqual({
      held: ['Malicious'],
      moved: new Set(['Malicious']),
    });
    expect(await toShown(dollar)).toEqual({ held: [null], moved: new Set([null]) });
    const why = await runCli(service, 'reputation', 'why', '--chain', CHAIN, '--token', SpamToken);
    expect(why.stdout).toMatch(/Malicious \(url-in-name: ".*claim\.example.*"\)/i);
  });

  test('an operator’s verdict hides a token and shows it again without writing its holders’ rows', async () => {
    const { dollar } = traffic.contracts;
    const rows = await dump(service, /^b#/);
    const cli = (...args: string[]) => runCli(service, 'reputation', ...args, '--chain', CHAIN, '--token', dollar);
    const set = await cli('set', '--as', 'malicious', '--reason', 'drains wallets');
    expect([set.code, set.stdout]).toEqual([0, `${dollar} dUSD "Demo Dollar": Malicious (drains wallets)\n`]);
    await wait(TOKEN_CACHE_MS);
    expect(await toShown(dollar)).toEqual({ held: [], moved: new Set() });
    expect(await toShown(dollar, '?filterSpamTokens=false')).toEqual({
      held: ['Malicious'],
      moved: new Set(['Malicious']),
    });
    expect((await cli('why')).stdout).toBe(set.stdout);
    const unset = await cli('set', '--as', 'unset');
    expect([unset.code, unset.stdout]).toEqual([0, expect.stringMatching('"Demo Dollar": unknown')]);
    await wait(TOKEN_CACHE_MS);
    expect(await toShown(dollar)).toEqual({ held: [null], moved: new Set([null]) });
    expect(difference(rows, await dump(service, /^b#/))).toEqual([]);
    expect(rows.size).toBeGreaterThan(100);
  });
});

describe('deployed contracts', () => {
  /** Every contract created by a transaction, oldest first. */
  const made = () =>
    recorded.flatMap(({ block, receipts }) =>
      receipts.flatMap(({ contractAddress, status, transactionHash }, i) => {
        const deployer = block.transactions[i]?.from ?? '';
        return contractAddress && status === '0x1'
          ? [{ address: contractAddress, deployer, txHash: transactionHash }]
          : [];
      }),
    );
  const details = ({ txHash, deployer }: ReturnType<typeof made>[number]) => ({
    txHash,
    deployerAddress: shownAddress(deployer),
  });

  test('a contract is described in the shape of its standard, with its deployment', async () => {
    const kinds: Partial<Record<keyof typeof traffic.contracts, string>> = { collectible: 'ERC-721', Cards: 'ERC-721' };
    Object.assign(kinds, { items: 'ERC-1155', Pieces: 'ERC-1155', workshop: 'UNKNOWN' });
    const { WrongTopics: _, ...contracts } = traffic.contracts; // its logs are of every kind
    for (const [name, address] of Object.entries(contracts)) {
      const ercType = kinds[name as keyof typeof contracts] ?? 'ERC-20';
      const [called, symbol, decimals] = TEXTS[name as keyof typeof contracts] ?? ['', ''];
      // Decimals of 0 stand for missing ones.
      const shown = decimals ? { decimals } : { decimals: 0, decimalsMissing: true };
      const deployment = made().find((one) => one.address === address);
      if (!deployment) throw new Error(`${name} was never made`);
      expect([name, (await service.get(`${AT}/addresses/${address}`)).body]).toEqual([
        name,
        {
          address: shownAddress(address),
          ercType,
          ...(called ? { name: called } : {}),
          ...(symbol ? { symbol } : {}),
          ...(ercType === 'ERC-20' ? shown : {}),
          deploymentDetails: details(deployment),
        },
      ]);
    }
    const person = await service.get(`${AT}/addresses/${getAddress('a stranger')}`);
    expect([person.status, person.body.error]).toEqual([404, 'Not Found']);
  });

  test('a contract has its deployment transaction, and an address without one gets 404', async () => {
    for (const { address, txHash } of made()) {
      const { body } = await service.get(`${AT}/contracts/${address}/transactions:getDeployment`);
      expect((body.nativeTransaction as Json).txHash).toBe(txHash);
    }
    const nobody = await service.get(`${AT}/contracts/${getAddress('a stranger')}/transactions:getDeployment`);
    expect(nobody.status).toBe(404);
  });

  test.each([1, 7, 100])('contracts are listed by deployer, in pages of %d', async (size) => {
    const makers = Map.groupBy(made(), ({ deployer }) => deployer);
    expect([...makers.values()].map((some) => some.length)).toEqual([5, 16]);
    for (const [maker, some] of makers) {
      const rows = await service.all(`${AT}/contracts/${maker}/deployments`, 'contracts', size);
      expect(rows).toMatchObject(
        some.toReversed().map((one) => ({ address: shownAddress(one.address), deploymentDetails: details(one) })),
      );
    }
  });
});
