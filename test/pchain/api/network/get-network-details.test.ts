import { handler } from '../../../../lambdas/pchain/api/network/get-network-details';
import { findSnapshot } from '../../../../lambdas/pchain/api/shared/validators';
import { PRIMARY_NETWORK } from '../../../../lambdas/pchain/domain/replay/state';
import type { SeenValidator } from '../../../../lambdas/pchain/domain/validator-snapshot';
import { call } from '../../../support/endpoints/call';
import type { AllDeps } from '../../../support/endpoints/deps';
import { ofNetwork, refusesOfNetwork } from '../../../support/endpoints/primary-network';

import { atEach, STAKE_STAGES } from '../../../support/endpoints/stakes';
import { withMutedErrors } from '../../../support/endpoints/with-muted-errors';
import { expectedNetworkDetails } from '../../../support/pchain/expected/network-details';
import { NETWORK } from '../../../support/pchain/indexed';
import { primaryWorld } from '../../../support/pchain/world';

const VERSION = 'avalanchego/1.14.0';
const ask = (deps: AllDeps) => call(handler, deps, ofNetwork());

/** Dependencies with node observations of validators, as recordings have no peers. */
function seeing(deps: AllDeps, seenBy: (n: number, seen?: SeenValidator) => SeenValidator | undefined): AllDeps {
  const get = async (chain: string, id: string) => {
    const found = await deps.states.get(chain, id);
    const validators = found?.validators.map(({ seen: before, ...one }, n) => {
      const seen = seenBy(n, before);
      return { ...one, ...(seen && { seen }) };
    });
    return found && validators && { ...found, validators };
  };
  return { ...deps, states: { ...deps.states, get } };
}
const withVersion = (deps: AllDeps) =>
  seeing(deps, (_, seen) => seen && { ...seen, ...(seen.connected && { version: VERSION }) });

describe.each(STAKE_STAGES)('getNetworkDetails: %s', (path, stages) => {
  test('200: validator and delegator totals are right after the last block', async () => {
    const { deps, recording, last } = await primaryWorld(path);
    const { status, body } = await ask(withVersion(deps));
    expect([status, body]).toEqual([200, expectedNetworkDetails(recording, last, VERSION)]);
  });
  test('200: totals are right at earlier blocks', async () => {
    const counts = new Set<number>();
    await atEach(path, stages, async (deps, height, recording) => {
      const expected = expectedNetworkDetails(recording, height, VERSION);
      const { status, body } = await ask(withVersion(deps));
      expect([height, status, body]).toEqual([height, 200, expected]);
      counts.add(expected.validatorDetails.validatorCount).add(-expected.delegatorDetails.delegatorCount);
    });
    expect(counts.size).toBeGreaterThan(4);
  });
});

const [[RECORDING]] = STAKE_STAGES as [readonly [string, readonly number[]]];
const getVersions = async (deps: AllDeps) => {
  const { status, body } = await ask(deps);
  const { validatorDetails } = body as { validatorDetails: Record<string, unknown> };
  return [status, validatorDetails.stakingDistributionByVersion];
};
test('200: stakes by version include delegations, sorted by version text in descending order', () =>
  atEach(RECORDING, [203], async (deps) => {
    const of = (version?: string): SeenValidator => ({ uptime: 5, connected: true, ...(version && { version }) });
    const gone: SeenValidator = { uptime: 5, connected: false, version: 'avalanchego/1.9.0' };
    const { validators = [] } = (await findSnapshot(deps, NETWORK))?.snapshot ?? {};
    const primary = validators.filter(({ subnetId }) => subnetId === PRIMARY_NETWORK);
    const weight = (n: number) => String((primary[n]?.weight ?? 0n) + (primary[n]?.delegations?.weight ?? 0n));
    expect(primary.some(({ delegations }) => delegations && delegations.weight > 0n)).toBe(true);
    const among = (seen: (SeenValidator | undefined)[]) =>
      seeing(deps, (n) => seen[primary.findIndex(({ txId }) => txId === validators[n]?.txId)]);
    expect(await getVersions(among([of('avalanchego/1.14.0'), of('avalanchego/1.9.0'), gone]))).toEqual([
      200,
      [
        { version: 'offline', amountStaked: weight(2), validatorCount: 1 },
        { version: 'avalanchego/1.9.0', amountStaked: weight(1), validatorCount: 1 },
        { version: 'avalanchego/1.14.0', amountStaked: weight(0), validatorCount: 1 },
      ],
    ]);
    const both = String(BigInt(weight(1)) + BigInt(weight(2)));
    expect(await getVersions(among([of('b'), gone, undefined]))).toEqual([
      200,
      [
        { version: 'offline', amountStaked: both, validatorCount: 2 },
        { version: 'b', amountStaked: weight(0), validatorCount: 1 },
      ],
    ]);
    const [, found] = await getVersions(among([of(), gone, gone]));
    expect(found).toMatchObject([{ version: 'unknown', amountStaked: weight(0) }, { version: 'offline' }]);
  }));
test('503: the network has no details before validators are indexed', async () => {
  const { deps } = await primaryWorld(RECORDING);
  const PNetwork = { ...deps.PNetwork, validators: async () => undefined };
  for (const without of [{ PNetwork }, { states: { ...deps.states, get: async () => undefined } }]) {
    const { status, body } = await withMutedErrors(() => ask({ ...deps, ...without }));
    expect([status, body.message]).toEqual([503, 'the validators of recorded are not indexed yet; try again']);
  }
});
test('503: the supply is unknown while the chain state is lost', async () => {
  const { deps } = await primaryWorld(RECORDING);
  const head = async (...asked: Parameters<typeof deps.PBlock.head>) => {
    const { after: _, ...block } = (await deps.PBlock.head(...asked)) ?? {};
    return block as Awaited<ReturnType<typeof deps.PBlock.head>>;
  };
  const { status, body } = await withMutedErrors(() => ask({ ...deps, PBlock: { ...deps.PBlock, head } }));
  expect([status, String(body.message)]).toEqual([503, expect.stringContaining('supply')]);
});
refusesOfNetwork(handler, ofNetwork(), []);
