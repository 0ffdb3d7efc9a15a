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

/** The part of addresses that says of which network they are. */
export const getHrp = (networkId: number): string =>
  new Map([
    [1, 'avax'],
    [5, 'fuji'],
    [12_345, 'local'],
  ]).get(networkId) ?? 'custom';

/**
 * Asks the node what is particular to its network, and checks that against what is known of the public ones. Throws
 * NodeDown if the node is of another network, or does not say what must be known.
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
  if (!fee.success || !avaxAssetId || !first) throw new NodeDown('the node does not tell what its network is like');
  const times = upgrades.success ? timesIn(upgrades.data) : undefined;
  const told = {
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
    const differs = getDifference({ ...told, upgrades: times }, known);
    if (differs) throw new NodeDown(`the node is not of ${network}: its ${differs} is another`);
    return known;
  }
  const { networkId } = told;
  if (networkId === undefined || !times)
    throw new NodeDown(`the node does not serve /ext/info, which tells the id and the upgrades of ${network}`);
  if (!genesis) throw new NodeDown(`the configuration does not tell the genesis of ${network}`);
  return {
    ...told,
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

/** Unix seconds, of the upgrades that the node knows. */
function timesIn(told: Record<string, unknown>): Partial<NetworkFacts['upgrades']> {
  const times = UPGRADES.flatMap((name) => {
    const time = Date.parse(String(told[`${name}Time`])) / 1_000;
    return Number.isFinite(time) ? [[name, time] as const] : [];
  });
  return Object.fromEntries(times);
}

interface Told extends Partial<Pick<NetworkFacts, 'networkId'>> {
  readonly avaxAssetId: string;
  readonly genesisBlockId: string;
  readonly validatorFee: NetworkFacts['validatorFee'];
  readonly upgrades: Partial<NetworkFacts['upgrades']> | undefined;
}

/** What of a node's answers is not what is known; undefined if all is. A node that is older knows fewer upgrades. */
function getDifference(told: { [K in keyof Told]: Told[K] | undefined }, known: NetworkFacts): string | undefined {
  const { validatorFee, upgrades = {} } = told;
  if (told.networkId !== undefined && told.networkId !== known.networkId) return 'network id';
  if (told.avaxAssetId !== known.avaxAssetId) return 'asset';
  if (told.genesisBlockId !== known.genesisBlockId) return 'genesis';
  const fee = Object.keys(known.validatorFee) as (keyof NetworkFacts['validatorFee'])[];
  if (fee.some((name) => validatorFee?.[name] !== known.validatorFee[name])) return 'fee of validators';
  const differs = UPGRADES.find((name) => upgrades[name] !== undefined && upgrades[name] !== known.upgrades[name]);
  return differs && `time of ${differs}`;
}
