import { setTimeout as sleep } from 'node:timers/promises';
import { PRIMARY_NETWORK } from '../../../lambdas/pchain/domain/replay/state';
import { ANNA, BEN, CLARA, DORA, divideFunds, EMIL, FUNDS, nudge, nudgeUntil, pay } from './funds';
import { BlsKey, toNodeId } from './keys';
import { balanceOf, convertToL1, disable, increase, type L1Member, price, register, setWeight } from './l1';
import { moveBetweenChains } from './moves';
import type { DrivenNetwork } from './network';
import { idOfNode } from './node-id';
import { addAutoRenewed, addValidator, delegate, setAutoRenewal } from './stakes';
import {
  addSubnetValidator,
  type Control,
  createChain,
  createSubnet,
  removeSubnetValidator,
  transferOwnership,
} from './subnets';
import { AVAX, type Network, now, owners, payTo } from './wallet';
import type { Manager } from './warp';

const one = (by: typeof ANNA): Control => ({ threshold: 1, keys: [by] });

/** A chapter of a story: a named series of transactions. */
export type Chapter = readonly [name: string, (net: DrivenNetwork) => Promise<void>];

/** Every transaction that a network with all upgrades accepts: about six minutes. */
export const STORY: readonly Chapter[] = [
  ['funds are divided', divideFunds],
  ['subnets and chains', subnetsAndChains],
  ['an L1 whose manager is on its own chain', ownManager],
  ['an L1 whose manager is on the C-chain', managerOnC],
  ['many transactions at once', manyAtOnce],
  ['chains exchange AVAX', moveBetweenChains],
  ['stakes that end', stakes],
  ['stakes of validators that were online', onlineStakes],
  ['validators that renew themselves', autoRenewed],
  ['the fee falls', feeFalls],
];

async function subnetsAndChains(net: DrivenNetwork): Promise<void> {
  const shared: Control = { threshold: 2, keys: [ANNA, BEN, CLARA] };
  const second = await createSubnet(net, BEN, shared);
  const third = await createSubnet(net, CLARA, one(CLARA));
  await createSubnet(net, DORA, { threshold: 0, keys: [] });
  await createChain(net, BEN, { subnetId: second, control: shared, name: 'chain two', genesis: 'no JSON' });
  const binary = Uint8Array.from([0, 1, 2, 255, 254]);
  await createChain(net, CLARA, { subnetId: third, control: one(CLARA), name: 'chain 3', genesis: binary });
  const permissioned = { subnetId: third, control: one(CLARA) };
  const nodeId = idOfNode(net.nodeId);
  await addSubnetValidator(net, CLARA, { ...permissioned, nodeId, end: now() + 3_000, weight: 11n });
  await removeSubnetValidator(net, CLARA, { ...permissioned, nodeId });
  // Ends by itself during later chapters.
  await addSubnetValidator(net, CLARA, { ...permissioned, nodeId, end: now() + 45, weight: 12n });
}

/** L1 validators that stay active until the last chapter, with the keys that may disable them. */
const disabledAtTheEnd: { validationId: string; by: typeof ANNA }[] = [];

async function ownManager(net: DrivenNetwork): Promise<void> {
  const first = await createSubnet(net, ANNA, one(ANNA));
  const genesis = JSON.stringify({ config: { chainId: 99_001, feeConfig: { gasLimit: 12_000_000 } }, alloc: {} });
  const chain = await createChain(net, ANNA, { subnetId: first, control: one(ANNA), name: 'chain one', genesis });
  const both: Control = { threshold: 2, keys: [ANNA, BEN] };
  await transferOwnership(net, ANNA, first, one(ANNA), both);
  const address = `0xfeed${'00'.repeat(17)}01`;
  const cost = await price(net);
  const anyTwo: Control = { threshold: 2, keys: [ANNA, BEN, CLARA] };
  const nobody: Control = { threshold: 0, keys: [] };
  const members: L1Member[] = [
    { name: 'a0', weight: 1_000n, balance: 5n * AVAX, refundTo: one(ANNA), disabledBy: one(ANNA) },
    // Runs dry after 40 s.
    { name: 'a1', weight: 10n, balance: cost * 40n + 7n, refundTo: one(BEN), disabledBy: one(BEN) },
    { name: 'a2', weight: 10n, balance: 0n, refundTo: nobody, disabledBy: nobody },
    { name: 'a3', weight: 10n, balance: AVAX, refundTo: { threshold: 2, keys: [BEN, CLARA] }, disabledBy: anyTwo },
  ];
  const ids = await convertToL1(net, ANNA, { subnetId: first, control: both, chainId: chain, address, members });
  disabledAtTheEnd.push({ validationId: idIn(ids, 'a0'), by: ANNA });
  const manager: Manager = { sourceChain: chain, address, subnetId: first, signer: BlsKey.named('a0') };
  const dora = { refundTo: one(DORA), disabledBy: one(EMIL) };
  const a4 = await register(net, DORA, manager, { name: 'a4', weight: 20n, balance: cost * 2_000n, ...dora });
  const a5 = await register(net, DORA, manager, { name: 'a5', weight: 30n, balance: 0n, ...dora });
  await setWeight(net, DORA, manager, { validationId: a4, nonce: 0n, weight: 21n });
  await setWeight(net, DORA, manager, { validationId: a4, nonce: 5n, weight: 40n });
  await increase(net, EMIL, a5, (await price(net)) * 30n);
  await increase(net, EMIL, idIn(ids, 'a3'), AVAX / 2n);
  await until(async () => (await balanceOf(net, idIn(ids, 'a1'))) === 0n, net);
  await increase(net, EMIL, idIn(ids, 'a1'), (await price(net)) * 25n + 3n);
  await disable(net, ANNA, idIn(ids, 'a3'), anyTwo);
  await disable(net, ANNA, idIn(ids, 'a3'), anyTwo);
  await setWeight(net, DORA, manager, { validationId: a4, nonce: 6n, weight: 0n });
  await setWeight(net, DORA, manager, { validationId: idIn(ids, 'a2'), nonce: 0n, weight: 0n });
}

async function managerOnC(net: DrivenNetwork): Promise<void> {
  const subnetId = await createSubnet(net, BEN, one(BEN));
  const cost = await price(net);
  const ben = { refundTo: one(BEN), disabledBy: one(BEN) };
  const members: L1Member[] = [
    { name: 'b0', weight: 100n, balance: AVAX, ...ben },
    // Two validators that run dry in the same block.
    { name: 'b1', weight: 5n, balance: cost * 30n, ...ben },
    { name: 'b2', weight: 5n, balance: cost * 30n, ...ben },
  ];
  const address = '0xc0ffee';
  const ids = await convertToL1(net, BEN, { subnetId, control: one(BEN), chainId: net.cChain, address, members });
  // C-Chain messages are signed by the validators of the primary network: this node.
  const manager: Manager = { sourceChain: net.cChain, address, subnetId: PRIMARY_NETWORK, signer: net.signer };
  const b3 = await registerOn(net, manager, subnetId, 'b3', cost * 500n);
  disabledAtTheEnd.push({ validationId: idIn(ids, 'b0'), by: BEN }, { validationId: b3, by: DORA });
  await setWeight(net, DORA, manager, { validationId: b3, nonce: 0n, weight: 7n });
  await increase(net, EMIL, idIn(ids, 'b0'), 2n * AVAX);
  await until(async () => (await balanceOf(net, idIn(ids, 'b1'))) === 0n, net);
}

/** The validator and the signers belong to different subnets. */
const registerOn = (net: DrivenNetwork, manager: Manager, subnetId: string, name: string, balance: bigint) =>
  register(net, DORA, manager, { name, weight: 6n, balance, refundTo: one(DORA), disabledBy: one(DORA) }, subnetId);

async function manyAtOnce(net: DrivenNetwork): Promise<void> {
  for (let round = 0n; round < 3n; round += 1n)
    await Promise.all([
      createSubnet(net, ANNA, one(ANNA)),
      ...[BEN, CLARA, DORA, EMIL].map((by) => pay(net, by, [payTo(net, 1_000n + round, owners(2, ANNA, BEN))])),
    ]);
}

async function stakes(net: DrivenNetwork): Promise<void> {
  const start = now();
  const nodeId = idOfNode(net.nodeId);
  // Its node does not exist, so it earns nothing.
  await addValidator(net, ANNA, { name: 'offline', end: start + 60 });
  await delegate(net, BEN, { nodeId, end: start + 40, weight: 5_000n * AVAX });
  await delegate(net, FUNDS, { nodeId, end: start + 50, weight: 2_500n * AVAX, locked: true });
  await delegate(net, CLARA, { nodeId: toNodeId('offline'), end: start + 45, weight: 300n * AVAX });
  await delegate(net, DORA, { nodeId, end: start + 55, weight: 25n * AVAX });
  // So that blocks with transactions surround the proposals.
  await nudgeUntil(net, start + 66);
}

async function onlineStakes(net: DrivenNetwork): Promise<void> {
  const start = now();
  const [short, long] = ['online', 'online longer'];
  await addValidator(net, ANNA, { name: short, end: start + 70, shares: 200_000 });
  await delegate(net, BEN, { nodeId: toNodeId(short), end: start + 60, weight: 1_000n * AVAX });
  await addValidator(net, CLARA, { name: long, end: start + 110, shares: 500_000 });
  await delegate(net, DORA, { nodeId: toNodeId(long), end: start + 60, weight: 1_000n * AVAX });
  await net.pause(55_000);
  await nudgeUntil(net, start + 115);
}

async function autoRenewed(net: DrivenNetwork): Promise<void> {
  if (!net.hasHelicon) return;
  const start = now();
  const renewed = await addAutoRenewed(net, ANNA, { name: 'renewed', period: 60, compoundShares: 400_000 });
  const once = await addAutoRenewed(net, BEN, { name: 'renewed once', period: 62, compoundShares: 1_000_000 });
  await delegate(net, DORA, { nodeId: toNodeId('renewed'), end: start + 50, weight: 1_000n * AVAX });
  await setAutoRenewal(net, BEN, { txId: once, period: 0, compoundShares: 0 });
  await net.pause(54_000);
  await nudgeUntil(net, start + 66);
  await setAutoRenewal(net, ANNA, { txId: renewed, period: 25, compoundShares: 1_000_000 });
  // It is offline in its second cycle.
  await nudgeUntil(net, start + 125, 2_000);
}

/** Fewer validators than the target remain, so the excess decays, and with it the price. */
async function feeFalls(net: DrivenNetwork): Promise<void> {
  for (const { validationId, by } of disabledAtTheEnd) await disable(net, by, validationId, one(by));
  for (let i = 0; i < 60; i++) {
    await nudge(net);
    await sleep(500);
  }
}

function idIn(ids: Record<string, string>, name: string): string {
  const found = ids[name];
  if (!found) throw new Error(`no ${name}`);
  return found;
}

/** Makes blocks until a condition holds that the chain reaches by itself. */
async function until(happened: () => Promise<boolean>, net: Network): Promise<void> {
  for (const deadline = Date.now() + 150_000; !(await happened()); await sleep(2_000)) {
    if (Date.now() > deadline) throw new Error('it did not happen in 150 s');
    await nudge(net);
  }
}
