import { address, aRawBlock, type Sent } from '../make/blocks';
import { aTransfer } from '../make/logs';
import { type Asked, call, type Handler } from './call';
import { type AllDeps, depsWith } from './deps';
import { transactionsShown } from './shown';
import { readPages } from './transactions';

/** RECEIVER only receives tokens. */
const [SENDER, RECEIVER, TOKEN] = [1, 2, 20];
/** The documented maximum of transfers of one kind per transaction. */
const MAX_SHOWN_TRANSFERS = 1_000;

/** ERC-20 transfers in one transaction, to an address that is not a party of it. */
const airdrop = (count: number): Sent => ({
  from: SENDER,
  to: TOKEN,
  logs: Array.from({ length: count }, (_, n) =>
    aTransfer({ kind: 'erc20', token: TOKEN, from: SENDER, to: RECEIVER, value: BigInt(n) }),
  ),
});

export function mergesKinds(handler: Handler<AllDeps>, sizes: readonly string[] = ['1', '2', '7']): void {
  const ask = (who: number, query: Asked['query'] = {}): Asked => ({
    params: { chainId: '31337', address: address(who) },
    query,
  });

  // The sender is in the lists of all kinds, the receiver in one: two ways to read pages.
  const mints = (['erc20', 'erc721', 'erc1155'] as const).map((kind) =>
    aTransfer({ kind, token: 21, from: 0, to: SENDER }),
  );
  const large = depsWith({
    blocks: {
      31337: [
        aRawBlock(1, [airdrop(3), airdrop(600), airdrop(5), { from: SENDER, to: 21, logs: mints }]),
        aRawBlock(2, [airdrop(1), airdrop(3_000), airdrop(60), airdrop(2)]),
      ],
    },
  });
  const counts = { '1/0': 3, '1/1': 600, '1/2': 5, '1/3': 0, '2/0': 1, '2/1': 3_000, '2/2': 60, '2/3': 2 };
  const cases = ['asc', 'desc'].flatMap((order) => [SENDER, RECEIVER].map((who) => [order, who] as const));
  for (const [sortOrder, who] of cases)
    test.each(sizes)(
      `200: pages of %s keep 600 transfers of a transaction together and cut 3,000 short (${sortOrder}, ${who === SENDER ? 'the sender' : 'the receiver'})`,
      async (pageSize) => {
        const { deps } = await large;
        const rows = (await readPages(handler, deps, ask(who, { pageSize, sortOrder }))).flatMap(transactionsShown);
        const own = Object.entries(counts).filter(([, count]) => who === SENDER || count > 0);
        const expected = sortOrder === 'asc' ? own : own.toReversed();
        expect(rows.map(({ place }) => place)).toEqual(expected.map(([place]) => place));
        for (const [i, { place, transfers }] of rows.entries()) {
          const values = transfers.filter(({ token }) => token === address(TOKEN)).map(({ value }) => Number(value));
          const [count = 0, first = 0] = [expected[i]?.[1], values[0]];
          if (count <= MAX_SHOWN_TRANSFERS) expect([place, values.length]).toEqual([place, count]);
          else expect(values.length).toBeGreaterThanOrEqual(MAX_SHOWN_TRANSFERS);
          // The shown transfers are contiguous, from one end.
          expect(values).toEqual(values.map((_, n) => first + n));
          expect(sortOrder === 'asc' ? first : first + values.length).toBe(sortOrder === 'asc' ? 0 : count);
        }
      },
    );
  test('200: a transaction looks the same to its sender and to the recipient of its tokens', async () => {
    const { deps } = await depsWith({ blocks: { 31337: [aRawBlock(1, [{ ...airdrop(1), input: '0xa9059cbb00' }])] } });
    const [sender, receiver] = await Promise.all([SENDER, RECEIVER].map((who) => call(handler, deps, ask(who))));
    expect(sender?.body).toEqual(receiver?.body);
    expect(receiver?.body.transactions).toEqual([
      expect.objectContaining({
        nativeTransaction: expect.objectContaining({
          from: { address: address(SENDER) },
          to: { address: address(TOKEN) },
          method: expect.objectContaining({ methodName: 'transfer(address,uint256)' }),
        }),
      }),
    ]);
  });
  test.each(['asc', 'desc'])(
    '200: no row is lost when a new kind of activity appears between pages (%s)',
    async (sortOrder) => {
      const before = [aRawBlock(1, Array(3).fill({ from: RECEIVER, to: TOKEN }))];
      const [early, late] = [before, [...before, aRawBlock(2, [airdrop(1)])]].map((blocks) =>
        depsWith({ blocks: { 31337: blocks } }),
      );
      if (!early || !late) throw new Error('no dependencies');
      const query = { pageSize: '1', sortOrder };
      const first = await call(handler, (await early).deps, ask(RECEIVER, query));
      const pageToken = String(first.body.nextPageToken);
      const rest = await call(handler, (await late).deps, ask(RECEIVER, { ...query, pageSize: '5', pageToken }));
      const places = [first, rest].flatMap(({ body }) => transactionsShown(body)).map(({ place }) => place);
      expect(places.toSorted()).toEqual(['1/0', '1/1', '1/2']);
    },
  );
}
