import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { idOfCb58 } from '../../../lambdas/core/domain/cb58';
import { addressText } from '../../support/pchain/address';
import { type Avalanchego, startAvalanchego } from '../node';
import { BlsKey, key } from './keys';
import { call } from './rpc';
import { AVAX, type Network } from './wallet';

/** The address prefix of custom networks. */
const PREFIX = 'custom';
const NETWORK_ID = 1337;
const GENESIS_STAKE = 10_000_000n * AVAX;

/** A driven one-node network. */
export type DrivenNetwork = Network & {
  /** The ID of the node (`NodeID-…`), and its BLS key. */
  nodeId: string;
  signer: BlsKey;
  upgrades: UpgradeTimes;
  /** Whether the node supports Helicon, with auto-renewed validators. */
  hasHelicon: boolean;
  /** Stops the node for a time and restarts it: stakes count as online meanwhile. */
  pause(ms: number): Promise<void>;
  stop(): Promise<void>;
};

/** Activation times of upgrades, Unix seconds. Upgrades before Durango are active from the start. */
export type UpgradeTimes = { durango: number; etna: number; fortuna: number; granite: number; helicon: number };

/** Every upgrade active from the start. */
export const UPGRADED: UpgradeTimes = { durango: 0, etna: 0, fortuna: 0, granite: 0, helicon: 0 };

/**
 * Starts a network with one validator and a fast-moving fee: the target is two active L1 validators, the capacity eight,
 * and stakes may be as short as 20 s.
 */
export async function startNetwork(times: UpgradeTimes): Promise<DrivenNetwork> {
  const folder = mkdtempSync(join(tmpdir(), 'p-chain-'));
  // The node creates its own keys, which the genesis needs.
  const keys = join(folder, 'keys');
  const identity = await getIdentity(keys);
  const staking = join(keys, 'staking');
  const genesis = join(folder, 'genesis.json');
  writeFileSync(genesis, genesisText(identity));
  const upgrades = join(folder, 'upgrades.json');
  writeFileSync(upgrades, JSON.stringify(upgradeFile(times, identity.upgrades)));
  const flags = [
    ...[`--network-id=network-${NETWORK_ID}`, `--genesis-file=${genesis}`, `--upgrade-file=${upgrades}`],
    ...[`--staking-tls-cert-file=${staking}/staker.crt`, `--staking-tls-key-file=${staking}/staker.key`],
    ...[`--staking-signer-key-file=${staking}/signer.key`, '--min-stake-duration=20s'],
    ...(identity.upgrades.includes('heliconTime') ? ['--helicon-min-stake-duration=20s'] : []),
    ...['--max-validator-stake=50000000000000000', '--proposervm-use-current-height=true', '--index-enabled'],
    ...['--validator-fees-target=2', '--validator-fees-capacity=8', '--validator-fees-min-price=512'],
    '--validator-fees-excess-conversion-constant=1000',
  ];
  const data = join(folder, 'data');
  mkdirSync(data);
  let node: Avalanchego = await startAvalanchego({ folder: data, flags });
  const port = Number(new URL(node.url).port);
  return {
    ...(await getChains(node.url)),
    ...{ url: node.url, networkId: NETWORK_ID, prefix: PREFIX, nodeId: identity.nodeId, upgrades: times },
    hasHelicon: identity.upgrades.includes('heliconTime'),
    signer: new BlsKey(readFileSync(join(staking, 'signer.key'))),
    async pause(ms) {
      await node.stop();
      await new Promise((resolve) => setTimeout(resolve, ms));
      node = await startAvalanchego({ folder: data, flags, port });
    },
    async stop() {
      await node.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Identity = { nodeId: string; signer: unknown; upgrades: string[] };

/** Lets a node create its keys. Returns its ID, proof of possession and supported upgrades. */
async function getIdentity(folder: string): Promise<Identity> {
  mkdirSync(folder);
  const flags = ['--network-id=local', '--sybil-protection-enabled=false'];
  const node = await startAvalanchego({ folder, flags });
  try {
    type Answer = { nodeID: string; nodePOP: unknown };
    const { nodeID, nodePOP } = await call<Answer>(node.url, 'info', 'info.getNodeID');
    const upgrades = await call<Record<string, unknown>>(node.url, 'info', 'info.upgrades');
    return { nodeId: nodeID, signer: nodePOP, upgrades: Object.keys(upgrades) };
  } finally {
    await node.stop();
  }
}

/** The key `funds` owns the funds: most are free, some can only be staked until 2100. */
function genesisText({ nodeId, signer }: Identity): string {
  const allocation = (
    name: string,
    initialAmount: bigint,
    unlockSchedule: { amount: bigint; locktime?: number }[],
  ) => ({
    ...{ ethAddr: `0x${'b3'.repeat(20)}`, avaxAddr: addressText(key(name).address, PREFIX, 'X') },
    ...{ initialAmount, unlockSchedule },
  });
  const startTime = Math.floor(Date.now() / 1000) - 600;
  const genesis = {
    networkID: NETWORK_ID,
    allocations: [
      allocation('staked', 0n, [{ amount: GENESIS_STAKE, locktime: 1_633_824_000 }]),
      allocation('funds', 300_000_000n * AVAX, [
        { amount: 20_000_000n * AVAX },
        { amount: 10_000_000n * AVAX, locktime: 4_102_444_800 },
      ]),
    ],
    ...{ startTime, initialStakeDuration: 31_536_000, initialStakeDurationOffset: 5_400 },
    initialStakedFunds: [addressText(key('staked').address, PREFIX, 'X')],
    initialStakers: [
      {
        ...{ nodeID: nodeId, delegationFee: 20_000, signer },
        rewardAddress: addressText(key('genesis reward').address, PREFIX, 'X'),
      },
    ],
    cChainGenesis: JSON.stringify(cChainGenesis(startTime)),
    message: 'driven',
  };
  // Amounts are 64-bit numbers, which JSON.stringify does not support.
  const marked = JSON.stringify(genesis, (_, value) => (typeof value === 'bigint' ? `${value}n` : value));
  return marked.replace(/"(\d+)n"/g, '$1');
}

const cChainGenesis = (time: number) => ({
  ...{ config: { chainId: 43_112 }, nonce: '0x0', extraData: '0x00', gasLimit: '0x5f5e100' },
  // After the first upgrades, which activate by the time of the parent block.
  timestamp: `0x${time.toString(16)}`,
  ...{ difficulty: '0x0', mixHash: `0x${'00'.repeat(32)}`, coinbase: `0x${'00'.repeat(20)}` },
  alloc: { [key('funds').evmAddress.slice(2)]: { balance: '0x295be96e64066972000000' } },
  ...{ number: '0x0', gasUsed: '0x0', parentHash: `0x${'00'.repeat(32)}` },
});

/** The upgrade file of a node: all upgrades that it supports, and no others. */
function upgradeFile(times: UpgradeTimes, known: readonly string[]): object {
  const START = '2020-12-05T05:00:00Z';
  const at = (seconds: number) => (seconds > 0 ? new Date(seconds * 1000).toISOString().replace('.000Z', 'Z') : START);
  const all: Record<string, unknown> = {
    ...Object.fromEntries(known.filter((name) => name.endsWith('Time')).map((name) => [name, START])),
    ...{ apricotPhase4MinPChainHeight: 0, cortinaXChainStopVertexID: '11111111111111111111111111111111LpoYY' },
    ...{ durangoTime: at(times.durango), etnaTime: at(times.etna), fortunaTime: at(times.fortuna) },
    ...{ graniteTime: at(times.granite), heliconTime: at(times.helicon) },
    // Short, so that a new validator set may soon sign: 2 s in ns.
    graniteEpochDuration: 2_000_000_000,
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => known.includes(name)));
}

async function getChains(url: string): Promise<Pick<Network, 'avax' | 'cChain' | 'xChain'>> {
  const asset = await call<{ assetID: string }>(url, 'bc/P', 'platform.getStakingAssetID');
  const chain = async (alias: string) =>
    (await call<{ blockchainID: string }>(url, 'info', 'info.getBlockchainID', { alias })).blockchainID;
  return { avax: idIn(asset.assetID), cChain: idIn(await chain('C')), xChain: idIn(await chain('X')) };
}

function idIn(text: string): string {
  const found = idOfCb58(text);
  if (!found) throw new Error(`${text} is no id`);
  return found;
}
