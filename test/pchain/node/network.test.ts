import { toCb58 } from '../../../lambdas/core/domain/cb58';
import { PUBLIC_NETWORKS } from '../../../lambdas/pchain/domain/networks';
import type { RawPBlock } from '../../../lambdas/pchain/domain/raw-block';
import { fetchNetwork } from '../../../lambdas/pchain/node/network';

const { fuji } = PUBLIC_NETWORKS;
if (!fuji) throw new Error('fuji is not known');
const iso = (seconds: number): string => new Date(seconds * 1_000).toISOString();

/** Answers of a Fuji node. */
const OF_FUJI = {
  getValidatorFeeConfig: { capacity: 20_000, target: 10_000, minPrice: 512, excessConversionConstant: 51_937_021 },
  getStakingAssetID: { assetID: toCb58(fuji.avaxAssetId) },
  getNetworkID: { networkID: '5' },
  upgrades: {
    ...{ cortinaTime: iso(fuji.upgrades.cortina), durangoTime: iso(fuji.upgrades.durango) },
    ...{ etnaTime: iso(fuji.upgrades.etna), fortunaTime: '2025-03-13T15:00:00Z' },
  },
};

/** A node with these answers and this genesis. An undefined answer means that `info` lacks the method. */
function getNode(said: Partial<Record<keyof typeof OF_FUJI, unknown>>, genesis = fuji?.genesisBlockId) {
  const answers: Record<string, unknown> = { ...OF_FUJI, ...said };
  const rpc = { call: async (method: string) => answers[method], info: async (method: string) => answers[method] };
  const block = { block: { id: genesis } } as RawPBlock;
  return [rpc, { range: async () => [block] }] as const;
}
const GENESIS = { time: 1_700_000_000, supply: '7', maxValidatorStake: '9' };
const ask = (said: Parameters<typeof getNode>[0], pChain: Parameters<typeof fetchNetwork>[2], genesis?: string) =>
  fetchNetwork(...getNode(said, genesis), pChain);

describe('a public network', () => {
  test('built-in parameters are used even if the node lacks the newest upgrade or serves no info', async () => {
    expect(await ask({}, { network: 'fuji' })).toBe(fuji);
    expect(await ask({ upgrades: undefined, getNetworkID: undefined }, { network: 'fuji' })).toBe(fuji);
  });
  test.each<[string, Parameters<typeof getNode>[0], string | undefined]>([
    ['network ID', { getNetworkID: { networkID: '1' } }, undefined],
    ['AVAX asset', { getStakingAssetID: { assetID: toCb58(`0x${'1'.repeat(64)}`) } }, undefined],
    ['genesis block', {}, `0x${'2'.repeat(64)}`],
    ['validator fee', { getValidatorFeeConfig: { ...OF_FUJI.getValidatorFeeConfig, minPrice: 1 } }, undefined],
    ['etna time', { upgrades: { ...OF_FUJI.upgrades, etnaTime: '2024-01-01T00:00:00Z' } }, undefined],
  ])('a node with a different %s is rejected, and the message names the difference', async (what, said, genesis) => {
    const message = `the node is not on fuji: its ${what} differs`;
    await expect(ask(said, { network: 'fuji' }, genesis)).rejects.toMatchObject({ name: 'NodeDown', message });
  });
});

describe('a custom network', () => {
  const own = { network: 'own', genesis: GENESIS };
  test.each([
    ['12345', 'local'],
    ['1337', 'custom'],
  ])(
    'parameters of network %s come from the node and the configuration, with address prefix %s',
    async (networkID, hrp) => {
      expect(await ask({ getNetworkID: { networkID } }, own)).toEqual({
        ...{ networkId: Number(networkID), hrp, avaxAssetId: fuji.avaxAssetId, genesisBlockId: fuji.genesisBlockId },
        ...{ genesisTime: 1_700_000_000, genesisSupply: 7n, maxValidatorStake: 9n, validatorFee: fuji.validatorFee },
        upgrades: { ...fuji.upgrades, helicon: Number.MAX_SAFE_INTEGER },
      });
    },
  );
  test.each<[string, Parameters<typeof getNode>[0], Parameters<typeof fetchNetwork>[2], string]>([
    [
      'info',
      { upgrades: undefined },
      own,
      'the node does not serve /ext/info, which is required for the network ID and upgrades of own',
    ],
    ['genesis', {}, { network: 'own' }, 'the configuration has no genesis for own'],
    [
      'asset',
      { getStakingAssetID: {} },
      own,
      'the node does not report the validator fee, the AVAX asset or the genesis block',
    ],
  ])('a custom network without %s is rejected', async (_, said, pChain, message) => {
    await expect(ask(said, pChain)).rejects.toMatchObject({ name: 'NodeDown', message });
  });
});
