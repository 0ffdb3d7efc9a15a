import { setTimeout as sleep } from 'node:timers/promises';
import type { TxOf } from '../../../lambdas/pchain/domain/codec/tx';
import { createAsset, exportFromX } from './atomic';
import { FUNDS, pay } from './funds';
import { type Key, key, toNodeId } from './keys';
import { convertToL1 } from './l1';
import { exportTo, importFrom } from './moves';
import type { DrivenNetwork } from './network';
import { idOfNode } from './node-id';
import { addValidator } from './stakes';
import type { Chapter } from './story';
import {
  addSubnetValidator,
  authorization,
  type Control,
  createChain,
  createSubnet,
  removeSubnetValidator,
  transferOwnership,
} from './subnets';
import { AVAX, type Network, now, owners, payTo, send } from './wallet';

const MEMO = `0x${Buffer.from('before Durango').toString('hex')}`;
const OWN: Control = { threshold: 1, keys: [FUNDS] };
/** Seconds. Before Durango stakes must start in the future. */
const WAIT = 15;

/** A story across the Durango and Etna upgrades, with transactions that later upgrades forbid. */
export const LEGACY_STORY: readonly Chapter[] = [
  ['before Durango', beforeDurango],
  ['a subnet with an asset of its own', elastic],
  ['stakes of before end', stakesEnd],
  ['after Durango', afterDurango],
  ['after Etna', afterEtna],
];

let subnetId = '';
/** Unix seconds. */
let firstStart = 0;

async function beforeDurango(net: DrivenNetwork): Promise<void> {
  subnetId = await createSubnet(net, FUNDS, OWN, MEMO);
  const genesis = JSON.stringify({ config: { chainId: 77 } });
  await createChain(net, FUNDS, { subnetId, control: OWN, name: 'old chain', genesis, memo: MEMO });
  const start = now() + WAIT;
  firstStart = start;
  const nodeId = toNodeId('old');
  await stakeAsBefore(net, { nodeId, start, end: start + 60, weight: 2_000n * AVAX }, { shares: 100_000 });
  await stakeAsBefore(net, { nodeId, start: start + 1, end: start + 50, weight: 100n * AVAX });
  const own = idOfNode(net.nodeId);
  // At the same time as the validator: the order of their starts decides their rewards.
  await stakeAsBefore(net, { nodeId: own, start, end: start + 40, weight: 150n * AVAX });
  await addValidator(net, FUNDS, { name: 'old too', start, end: start + 65, shares: 150_000 });
  const permissioned = { subnetId, control: OWN, nodeId: own };
  await addSubnetValidator(net, FUNDS, { ...permissioned, start, end: start + 30, weight: 9n });
  // Removed before it starts.
  const other = { ...permissioned, nodeId: toNodeId('old') };
  await addSubnetValidator(net, FUNDS, { ...other, start: start + 2, end: start + 40, weight: 5n });
  await removeSubnetValidator(net, FUNDS, { ...other, memo: MEMO });
  await exportTo(net, FUNDS, net.cChain, [AVAX], MEMO);
}

/** A pre-Banff stake in the primary network. Without shares it is a delegation. */
function stakeAsBefore(
  net: Network,
  { nodeId, start, end, weight }: { nodeId: string; start: number; end: number; weight: bigint },
  { shares }: { shares?: number } = {},
): Promise<string> {
  const validator = { nodeId, start: BigInt(start), end: BigInt(end), weight };
  const stake = [payTo(net, weight, owners(1, FUNDS))];
  const rewardsOwner = owners(1, key('old rewards'));
  return send(
    net,
    [FUNDS],
    { amount: weight, memo: MEMO },
    (base): TxOf<'AddValidatorTx' | 'AddDelegatorTx'> =>
      shares === undefined
        ? { type: 'AddDelegatorTx', ...base, validator, stake, rewardsOwner }
        : { type: 'AddValidatorTx', ...base, validator, stake, rewardsOwner, shares },
  );
}

async function elastic(net: DrivenNetwork): Promise<void> {
  const by: Key = FUNDS;
  const assetId = await createAsset(net, by, 2_000_000n);
  await exportFromX(net, by, 2_000_000n, assetId);
  await importFrom(net, by, net.xChain, by, assetId);
  const own = await createSubnet(net, by, OWN);
  const { input: subnetAuthorization, signers } = authorization(OWN);
  await send(
    net,
    [by],
    { amount: AVAX, assets: [{ assetId, amount: 500_000n }] },
    (base) => ({
      ...{ type: 'TransformSubnetTx', ...base, subnetId: own, assetId, subnetAuthorization },
      ...{ initialSupply: 1_000_000n, maximumSupply: 1_500_000n, minConsumptionRate: 100_000n },
      ...{ maxConsumptionRate: 1_000_000n, minValidatorStake: 1_000n, maxValidatorStake: 500_000n },
      ...{ minStakeDuration: 1, maxStakeDuration: 31_536_000, minDelegationFee: 0, minDelegatorStake: 1n },
      ...{ maxValidatorWeightFactor: 5, uptimeRequirement: 800_000 },
    }),
    signers,
  );
  const start = BigInt(now() + WAIT);
  const nodeId = idOfNode(net.nodeId);
  const getStake = (weight: bigint) => [payTo(net, weight, owners(1, by), assetId)];
  const spends = (amount: bigint) => ({ amount: 0n, assets: [{ assetId, amount }] });
  await send(net, [by], spends(100_000n), (base) => ({
    ...{
      type: 'AddPermissionlessValidatorTx',
      ...base,
      subnetId: own,
      signer: { type: 'EmptySigner' },
      shares: 100_000,
    },
    ...{ validator: { nodeId, start, end: start + 40n, weight: 100_000n }, stake: getStake(100_000n) },
    validationRewardsOwner: owners(1, key('elastic rewards')),
    delegationRewardsOwner: owners(1, key('elastic delegation')),
  }));
  await send(net, [by], spends(50_000n), (base) => ({
    ...{ type: 'AddPermissionlessDelegatorTx', ...base, subnetId: own, stake: getStake(50_000n) },
    validator: { nodeId, start: start + 1n, end: start + 30n, weight: 50_000n },
    rewardsOwner: owners(1, key('elastic delegator')),
  }));
}

async function stakesEnd(net: DrivenNetwork): Promise<void> {
  // The validator counts as online from its start, for more than four fifths of its time.
  await untilTime(firstStart + 1);
  await net.pause(50_000);
  await untilTime(net.upgrades.durango);
}

async function afterDurango(net: DrivenNetwork): Promise<void> {
  await sleep(2_000);
  await pay(net, FUNDS, [payTo(net, 100n * AVAX, owners(1, key('new')))]);
  await transferOwnership(net, FUNDS, subnetId, OWN, { threshold: 1, keys: [FUNDS, key('new')] });
  await untilTime(net.upgrades.etna);
}

async function afterEtna(net: DrivenNetwork): Promise<void> {
  await sleep(2_000);
  await pay(net, FUNDS);
  const control: Control = { threshold: 1, keys: [FUNDS, key('new')] };
  const members = [
    { name: 'h0', weight: 1n, balance: AVAX, refundTo: OWN, disabledBy: OWN },
    { name: 'h1', weight: 1n, balance: 15_000n, refundTo: OWN, disabledBy: OWN },
  ];
  await convertToL1(net, FUNDS, { subnetId, control, chainId: net.cChain, address: '0x', members });
  for (let i = 0; i < 10; i++) {
    await sleep(4_000);
    await pay(net, FUNDS);
  }
}

/** Unix seconds. */
async function untilTime(seconds: number): Promise<void> {
  await sleep(Math.max(0, seconds * 1_000 - Date.now()));
}
