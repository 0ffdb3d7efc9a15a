import { handler } from '../../../../lambdas/pchain/api/utxos/get-utxos-by-addresses';
import { call } from '../../../support/endpoints/call';
import type { AllDeps } from '../../../support/endpoints/deps';
import { ofPChain } from '../../../support/endpoints/primary-network';
import { KINDS, listedUtxos, toIds, utxoWorld, without } from '../../../support/endpoints/utxo-lists';
import { some } from '../../../support/full';
import { getNetwork } from '../../../support/pchain/expected/network';
import {
  createUtxoIds,
  type ExpectedOwnedUtxo,
  expectedUtxos,
  isAt,
  ownedUtxos,
  ownersIn,
} from '../../../support/pchain/expected/owned-utxos';
import { RECORDINGS } from '../../../support/pchain/recorded';
import { primaryDeps, withNetwork } from '../../../support/pchain/world';

type Query = Record<string, string>;

describe.each(RECORDINGS)('outputs of addresses in a growing network: %s', (path) => {
  test('200: outputs are right after each stake start and end', () =>
    withNetwork(path, async (net) => {
      const { recording, heights, last } = net.recorded;
      const network = getNetwork(recording);
      const [owners, known] = [ownersIn(network), without(createUtxoIds(network))];
      const stakes = ownedUtxos(network).flatMap(({ created, stake }) => (stake ? [created, stake.returned] : []));
      const stages = heights.filter((at) => at === last || stakes.some((point) => point?.height === at));
      const seen = { staked: 0, returned: 0 };
      for (const at of some(stages, 3)) {
        await net.followTo(at);
        const { deps } = await primaryDeps(net);
        for (const { query, ...kind } of KINDS) {
          const expected = expectedUtxos(recording, { addresses: owners, height: at, ...kind });
          const found = known(await listedUtxos(deps, { ...query, addresses: owners.join(), pageSize: '100' }));
          expect([at, kind, found]).toEqual([at, kind, expected]);
          for (const { utxoType, staked } of expected)
            if (utxoType === 'STAKE') seen[staked ? 'staked' : 'returned'] += 1;
        }
      }
      for (const count of Object.values(seen)) expect(count).toBeGreaterThan(5);
    }));
  test('200: only the list with spent outputs stops at the cursor; the unspent list is current', async () => {
    const at = path === RECORDINGS[0] ? 130 : 20;
    const { deps, recording, network, owners } = await utxoWorld(path, at);
    const { last } = await utxoWorld(path);
    const early = ownedUtxos(network).filter(({ utxo, created }) => utxo.addresses && isAt(created, at));
    // Not known from blocks up to there: periods of stakes that have ended since, and genesis outputs.
    const untold = new Set(
      early.flatMap(({ utxo: { utxoId }, created, stake }) =>
        created.height === 0 || (stake?.returned && !isAt(stake.returned, at)) ? [utxoId] : [],
      ),
    );
    const told = without(new Set([...untold, ...createUtxoIds(network)]));
    for (const { query, ...kind } of KINDS) {
      const height = kind.includeSpent ? at : last;
      const expected = expectedUtxos(recording, { addresses: owners, height, ...kind });
      const found = await listedUtxos(deps, { ...query, addresses: owners.join(), pageSize: '100' });
      expect([kind, toIds(told(found))]).toEqual([kind, toIds(told(expected))]);
      for (const { blockNumber } of found) expect(Number(blockNumber)).toBeLessThanOrEqual(height);
    }
    expect(early.some(({ spent }) => spent && !isAt(spent, at))).toBe(true);
  });
  test('200: new blocks between pages neither skip nor repeat outputs', () =>
    withNetwork(path, async (net) => {
      const { recording, heights, last } = net.recorded;
      const network = getNetwork(recording);
      const [owners, known] = [ownersIn(network), without(createUtxoIds(network))];
      const stages = [2, 3, 4, 5, 6].map((part) => heights[Math.floor((part * (heights.length - 1)) / 6)] ?? 0);
      const lists = KINDS.flatMap(({ query, ...kind }) =>
        ['asc', 'desc'].map((sortOrder) => {
          const asked: Query = { ...query, addresses: owners.join(), pageSize: '2', sortOrder };
          return { kind, asked, found: [] as ExpectedOwnedUtxo[], isOver: false };
        }),
      );
      const nextPage = async (deps: AllDeps, list: (typeof lists)[number]) => {
        const { status, body } = await call(handler, deps, ofPChain(list.asked));
        expect([status, body.message]).toEqual([200, undefined]);
        list.found.push(...(body.utxos as ExpectedOwnedUtxo[]));
        list.isOver = body.nextPageToken === undefined;
        list.asked = { ...list.asked, pageToken: String(body.nextPageToken) };
      };
      for (const at of stages) {
        await net.followTo(at);
        const { deps } = await primaryDeps(net);
        for (const list of lists) if (!list.isOver) await nextPage(deps, list);
      }
      const { deps } = await primaryDeps(net);
      for (const list of lists) while (!list.isOver) await nextPage(deps, list);
      expect(lists.flatMap(({ found }) => found).length).toBeGreaterThan(40);
      for (const { kind, asked, found } of lists) {
        const expectedAt = (height: number) => {
          const ids = toIds(expectedUtxos(recording, { addresses: owners, height, ...kind }));
          return asked.sortOrder === 'asc' ? ids : ids.toReversed();
        };
        // Outputs spent meanwhile may be missing. New outputs may appear only in lists of unspent ones.
        const [before, after] = [expectedAt(stages[0] ?? 0), new Set(expectedAt(last))];
        const ids = toIds(known(found));
        expect(ids).toHaveLength(new Set(ids).size);
        const old = ids.filter((id) => before.includes(id));
        expect(old).toEqual(before.filter((id) => ids.includes(id)));
        if (kind.includeSpent) expect(old).toEqual(ids);
        expect(ids).toEqual(expect.arrayContaining(before.filter((id) => after.has(id))));
      }
    }));
});
