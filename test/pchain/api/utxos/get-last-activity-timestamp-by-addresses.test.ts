import { addressesIn, idIn } from '../../../../lambdas/pchain/api/shared/ids';
import { handler } from '../../../../lambdas/pchain/api/utxos/get-last-activity-timestamp-by-addresses';
import { txOfItem } from '../../../../lambdas/pchain/rows/items';
import { call } from '../../../support/endpoints/call';
import type { AllDeps } from '../../../support/endpoints/deps';
import { BAD_ADDRESSES, getStranger, needsAddresses, STRANGER } from '../../../support/endpoints/p-chain-addresses';
import { ofPChain, refusesOfNetwork } from '../../../support/endpoints/primary-network';

import { some } from '../../../support/full';
import { expectedActivity } from '../../../support/pchain/expected/last-activity';
import { getNetwork } from '../../../support/pchain/expected/network';
import { createUtxoIds, ownersIn } from '../../../support/pchain/expected/owned-utxos';
import { expectedTransactions } from '../../../support/pchain/expected/transactions';
import { NETWORK } from '../../../support/pchain/indexed';
import { RECORDINGS, RecordedNetwork } from '../../../support/pchain/recorded';
import { primaryDeps, primaryWorld, withNetwork } from '../../../support/pchain/world';

const getActivity = (deps: AllDeps, addresses: readonly string[]) =>
  call(handler, deps, ofPChain({ addresses: addresses.join() }));

describe.each(RECORDINGS)('getLastActivityTimestampByAddresses: %s', (path) => {
  test('200: the last activity is the newest transaction that created or spent an output', () =>
    withNetwork(path, async (net) => {
      const { recording, heights } = net.recorded;
      const network = getNetwork(recording);
      const owners = ownersIn(network);
      const open = createUtxoIds(network);
      // Signers of these are unknown until they have newer activity.
      const isOpen = ({ consumedUtxos }: { consumedUtxos: { utxoId: string; addresses?: string[] }[] }) =>
        consumedUtxos.some(({ utxoId, addresses }) => open.has(utxoId) || !addresses);
      const openAt = new Set(expectedTransactions(recording).flatMap((tx) => (isOpen(tx) ? [tx.blockNumber] : [])));
      const seen = { emitted: 0, consumed: 0, none: 0 };
      for (const at of some(heights, 11)) {
        await net.followTo(at);
        const { deps } = await primaryDeps(net);
        for (const addresses of [...owners.map((one) => [one]), owners.slice(0, 3), owners]) {
          const expected = expectedActivity(recording, addresses, at);
          const { status, body } = await getActivity(deps, addresses);
          const isSure = !openAt.has(String(body.blockNumber)) || body.txHash === expected?.txHash;
          if (!isSure) continue;
          if (!expected) {
            expect([at, addresses, status]).toEqual([at, addresses, 404]);
            seen.none += 1;
            continue;
          }
          const { utxoIds, ...rest } = expected;
          const chain = { chainName: 'p-chain', network: 'recorded' };
          expect([at, addresses, status, body]).toEqual([
            ...[at, addresses, 200],
            { ...rest, ...chain, utxoId: expect.any(String) },
          ]);
          expect(utxoIds).toContain(body.utxoId);
          seen[expected.isConsumed ? 'consumed' : 'emitted'] += 1;
        }
      }
      expect(seen.emitted).toBeGreaterThan(15);
      expect(seen.none).toBeGreaterThan(3);
    }));
  test('200 or 404: activity above the cursor is not shown', async () => {
    const { recording, last } = await primaryWorld(path);
    const network = getNetwork(recording);
    const isProposal = (height: number) => network.blocks[height]?.tx !== undefined;
    const at = Array.from({ length: last }, (_, i) => i + 1).filter((height) => height > 4 && !isProposal(height));
    for (const height of some(at, 11)) {
      const { deps } = await primaryWorld(path, height);
      for (const address of ownersIn(network).slice(1)) {
        const expected = expectedActivity(recording, [address], height);
        const { status, body } = await getActivity(deps, [address]);
        expect([height, address, status, body.txHash]).toEqual([
          ...[height, address],
          ...(expected ? [200, expected.txHash] : [404, undefined]),
        ]);
      }
    }
  });
  test('200: transactions that only mention an address are skipped', () =>
    withNetwork(path, async (net) => {
      const { recording, last } = net.recorded;
      await net.followTo(last);
      const network = getNetwork(recording);
      const owners = ownersIn(network).slice(1);
      const named = network.txs.map(({ id, block, index }) => {
        return { id: idIn('txHash', id), place: { block: Number(block.height), tx: index }, type: 'BaseTx' } as const;
      });
      const lists = [...owners, STRANGER].flatMap((one) => addressesIn('addresses', [one], 'custom'));
      const items = lists.flatMap((of) => named.map((row) => txOfItem(NETWORK, of, row)));
      await net.table.write(items.map((put) => ({ put })));
      const { deps } = await primaryDeps(net);
      for (const address of owners) {
        const expected = expectedActivity(recording, [address]);
        const { status, body } = await getActivity(deps, [address]);
        expect([address, status, body.txHash]).toEqual([address, 200, expected?.txHash]);
      }
      expect((await getActivity(deps, [STRANGER])).status).toBe(404);
    }));
  test('400: skipping many transactions that only mention an address stops at the read limit', () =>
    withNetwork(path, async (net) => {
      await net.followTo(net.recorded.last);
      const naming = getNetwork(net.recorded.recording).txs.find(({ unsignedTx }) => unsignedTx.owner);
      const id = idIn('txHash', String(naming?.id));
      const strangers = Array.from({ length: 10 }, (_, n) => getStranger(n + 1));
      const of = addressesIn('addresses', strangers, 'custom');
      const { deps } = await primaryDeps(net, 5_000);
      const nameUntil = (to: number) =>
        net.table.write(
          Array.from({ length: to }, (_, block) => ({
            put: txOfItem(NETWORK, of[block % 10] ?? '', { id, place: { block, tx: 0 }, type: 'CreateSubnetTx' }),
          })),
        );
      await nameUntil(1_500);
      expect((await getActivity(deps, strangers)).status).toBe(404);
      const { status, body } = await getActivity({ ...deps, readUnitsWithoutKey: 150 }, strangers);
      const message =
        'the request would use more than 150 read units of the table: send an API key, which allows 640, or look for it in the list of their transactions';
      expect([status, body.message]).toEqual([400, message]);
    }));
  test('404: addresses without outputs have no last activity', async () => {
    const { deps, last } = await primaryWorld(path);
    const { status, body } = await getActivity(deps, [STRANGER]);
    const message = `a transaction of these addresses on the P-Chain of recorded (indexed up to ${last}) was not found`;
    expect([status, body.message]).toEqual([404, message]);
  });
});

const [OWNER = ''] = ownersIn(getNetwork(new RecordedNetwork(RECORDINGS[1]).recording));
needsAddresses(handler, ofPChain({ addresses: OWNER }));
refusesOfNetwork(handler, ofPChain({ addresses: OWNER }), [...BAD_ADDRESSES]);
