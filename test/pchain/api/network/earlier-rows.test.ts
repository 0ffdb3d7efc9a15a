import { handler as validator } from '../../../../lambdas/pchain/api/network/get-single-validator-details';
import { handler as validators } from '../../../../lambdas/pchain/api/network/list-validators';
import { handler as pending } from '../../../../lambdas/pchain/api/rewards/list-pending-primary-network-rewards';
import type { PValidatorRow } from '../../../../lambdas/pchain/domain/validators';
import { validatorItem } from '../../../../lambdas/pchain/rows/stake-items';
import { call } from '../../../support/endpoints/call';
import { type AllDeps, depsWith } from '../../../support/endpoints/deps';
import { ofNetwork, toRows } from '../../../support/endpoints/primary-network';
import { expectedValidators } from '../../../support/pchain/expected/validators';
import { NETWORK } from '../../../support/pchain/indexed';
import { RECORDINGS, RecordedNetwork } from '../../../support/pchain/recorded';
import { primaryDeps, withNetwork } from '../../../support/pchain/world';

type Shown = { txHash: string; nodeId: string; validationStatus: string; stakingType: string; autoRenew?: object };

/** A network with validator rows of an earlier release, without staking types. */
const withEarlierRows = (run: (deps: AllDeps, height: number, rewritten: AllDeps) => Promise<void>) =>
  withNetwork(RECORDINGS[0], async (net) => {
    const height = 203;
    await net.followTo(height);
    const { deps, table } = await primaryDeps(net);
    const { values } = await deps.page([deps.PValidator.all(NETWORK, { from: 0, to: height })], {
      ...{ size: 100, ascending: true },
    });
    const earlier = values.map(({ stakingType: _, renewal: __, ...row }): PValidatorRow => row);
    await table.write(earlier.map((row) => ({ put: validatorItem(NETWORK, row) })));
    const get = async (...of: Parameters<typeof deps.states.get>) => {
      const snapshot = await deps.states.get(...of);
      const rows = (snapshot?.validators ?? []).map(({ stakingType: _, renewal: __, ...row }) => row);
      return snapshot && { ...snapshot, validators: rows };
    };
    await run({ ...deps, states: { ...deps.states, get } }, height, deps);
  });

describe('rows of an earlier release', () => {
  test('every list of validators takes missing staking types from the transactions', () =>
    withEarlierRows(async (deps, height) => {
      const { recording } = new RecordedNetwork(RECORDINGS[0]);
      const types = new Map(expectedValidators(recording, height).map((row) => [row.txHash, row.stakingType]));
      expect(new Set(types.values())).toEqual(new Set(['fixed', 'autoRenewed']));
      for (const query of [{}, { sortBy: 'timeRemaining' }, { validationStatus: 'completed' }]) {
        const rows = await toRows<Shown>(validators, deps, ofNetwork({ pageSize: '2', ...query }), 'validators');
        expect(rows.map(({ txHash, stakingType }) => [txHash, stakingType])).toEqual(
          rows.map(({ txHash }) => [txHash, types.get(txHash)]),
        );
        expect(rows.filter(({ autoRenew }) => autoRenew)).toEqual([]);
      }
    }));
  test('current stakes show their renewal once the list of validators is from this release', () =>
    withEarlierRows(async (_, __, deps) => {
      const rows = await toRows<Shown>(validators, deps, ofNetwork({ pageSize: '100' }), 'validators');
      const renewed = rows.filter(({ stakingType }) => stakingType === 'autoRenewed');
      const active = renewed.filter(({ validationStatus }) => validationStatus === 'active');
      expect(active.length).toBeGreaterThan(0);
      for (const { nodeId, txHash, autoRenew } of active) {
        expect(autoRenew).toMatchObject({ state: expect.stringMatching(/^(renewing|exiting)$/) });
        const { body } = await call(validator, deps, ofNetwork({}, { nodeId }));
        expect((body.validators as Shown[]).find((row) => row.txHash === txHash)?.autoRenew).toEqual(autoRenew);
      }
    }));
  test('pending rewards have the staking types of their stakes', () =>
    withEarlierRows(async (deps, height) => {
      const { recording } = new RecordedNetwork(RECORDINGS[0]);
      const rows = expectedValidators(recording, height).filter(
        ({ validationStatus }) => validationStatus === 'active',
      );
      const types = new Map(rows.map((row) => [row.txHash, row.stakingType]));
      const nodeIds = [...new Set(rows.map(({ nodeId }) => nodeId))].join();
      const rewards = await toRows<Shown>(pending, deps, ofNetwork({ nodeIds }), 'pendingRewards');
      const shown = rewards.map(({ stakingType }) => stakingType);
      expect(new Set(shown)).toEqual(new Set(['fixed', 'autoRenewed']));
      for (const { txHash, stakingType } of rewards) expect(stakingType).toBe(types.get(txHash) ?? 'fixed');
    }));
  test('before Helicon no transaction is read for staking types', async () => {
    await withEarlierRows(async (deps) => {
      const facts = await deps.PNetwork.facts(NETWORK);
      if (!facts) throw new Error('no facts');
      const { deps: other } = await depsWith();
      const asked: string[] = [];
      const PTx: AllDeps['PTx'] = {
        ...other.PTx,
        async byIds(_network, ids) {
          asked.push(...ids);
          return [];
        },
      };
      const upgrades = { ...facts.upgrades, helicon: 2_000_000_000 };
      const PNetwork = { ...deps.PNetwork, facts: async () => ({ ...facts, upgrades }) };
      const rows = await toRows<Shown>(validators, { ...deps, PTx, PNetwork }, ofNetwork({}), 'validators');
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.every(({ stakingType }) => stakingType === 'fixed')).toBe(true);
      expect(asked).toEqual([]);
    });
  });
});
