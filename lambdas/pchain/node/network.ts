import * as z from 'zod';
import type { PChain } from '../../core/contract/pchain-config';
import { idOfCb58 } from '../../core/domain/cb58';
import { NodeDown } from '../../core/node/errors';
import { type NetworkFacts, PUBLIC_NETWORKS } from '../domain/networks';
import type { PBlocks } from './blocks';
import type { PChainRpc } from './rpc';

const Digits = z.coerce.string().regex(/^\d{1,20}$/);
const Fee = z.object({ target: Digits, minPrice: Digits, excessConversionConstant: Digits });
const Asset = z.object({ assetID: z.string() });
const NetworkId = z.object({ networkID: Digits });
const Upgrades = z.record(z.string(), z.unknown());
const UPGRADES = ['cortina', 'durango', 'etna', 'helicon'] as const;

export const getHrp = (networkId: number): string =>
  new Map([
    [1, 'avax'],
    [5, 'fuji'],
    [12_345, 'local'],
  ]).get(networkId) ?? 'custom';

/**
 * Public networks are checked against the built-in parameters. Throws NodeDown if the node is on
 * another network, or does not report a required parameter.
 */
export async function fetchNetwork(
  rpc: Pick<PChainRpc, 'call' | 'info'>,
  blocks: Pick<PBlocks, 'range'>,
  { network, genesis }: Pick<PChain, 'network' | 'genesis'>,
): Promise<NetworkFacts> {
  const known = PUBLIC_NETWORKS[network];
  const [fee, asset, id, upgrades, [first]] = await Promise.all([
    rpc.call('getValidatorFeeConfig').then((answer) => Fee.safeParse(answer)),
    rpc.call('getStakingAssetID').then((answer) => Asset.safeParse(answer)),
    rpc.info('getNetworkID').then((answer) => NetworkId.safeParse(answer)),
    rpc.info('upgrades').then((answer) => Upgrades.safeParse(answer)),
    blocks.range(0, 0),
  ]);
  const avaxAssetId = asset.success ? idOfCb58(asset.data.assetID) : undefined;
  if (!fee.success || !avaxAssetId || !first)
    throw new NodeDown('the node does not report the validator fee, the AVAX asset or the genesis block');
  const times = upgrades.success ? timesIn(upgrades.data) : undefined;
  const reported = {
    networkId: id.success ? Number(id.data.networkID) : undefined,
    avaxAssetId,
    genesisBlockId: first.block.id,
    validatorFee: {
      target: BigInt(fee.data.target),
      minPrice: BigInt(fee.data.minPrice),
      excessConversionConstant: BigInt(fee.data.excessConversionConstant),
    },
  };
  if (known) {
    const differs = getDifference({ ...reported, upgrades: times }, known);
    if (differs) throw new NodeDown(`the node is not on ${network}: its ${differs} differs`);
    return known;
  }
  const { networkId } = reported;
  if (networkId === undefined || !times)
    throw new NodeDown(
      `the node does not serve /ext/info, which is required for the network ID and upgrades of ${network}`,
    );
  if (!genesis) throw new NodeDown(`the configuration has no genesis for ${network}`);
  return {
    ...reported,
    networkId,
    hrp: getHrp(networkId),
    upgrades: { ...NEVER, ...times },
    genesisTime: genesis.time,
    genesisSupply: BigInt(genesis.supply),
    maxValidatorStake: BigInt(genesis.maxValidatorStake),
  };
}

const NEVER = {
  cortina: Number.MAX_SAFE_INTEGER,
  durango: Number.MAX_SAFE_INTEGER,
  etna: Number.MAX_SAFE_INTEGER,
  helicon: Number.MAX_SAFE_INTEGER,
};

/** Unix seconds. Upgrades unknown to the node are omitted. */
function timesIn(reported: Record<string, unknown>): Partial<NetworkFacts['upgrades']> {
  const times = UPGRADES.flatMap((name) => {
    const time = Date.parse(String(reported[`${name}Time`])) / 1_000;
    return Number.isFinite(time) ? [[name, time] as const] : [];
  });
  return Object.fromEntries(times);
}

interface ReportedFacts extends Partial<Pick<NetworkFacts, 'networkId'>> {
  readonly avaxAssetId: string;
  readonly genesisBlockId: string;
  readonly validatorFee: NetworkFacts['validatorFee'];
  readonly upgrades: Partial<NetworkFacts['upgrades']> | undefined;
}

/** An older node knows fewer upgrades. */
function getDifference(
  reported: { [K in keyof ReportedFacts]: ReportedFacts[K] | undefined },
  known: NetworkFacts,
): string | undefined {
  const { validatorFee, upgrades = {} } = reported;
  if (reported.networkId !== undefined && reported.networkId !== known.networkId) return 'network ID';
  if (reported.avaxAssetId !== known.avaxAssetId) return 'AVAX asset';
  if (reported.genesisBlockId !== known.genesisBlockId) return 'genesis block';
  const fee = Object.keys(known.validatorFee) as (keyof NetworkFacts['validatorFee'])[];
  if (fee.some((name) => validatorFee?.[name] !== known.validatorFee[name])) return 'validator fee';
  const differs = UPGRADES.find((name) => upgrades[name] !== undefined && upgrades[name] !== known.upgrades[name]);
  return differs && `${differs} time`;
}
