import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { keccak256, toHex } from 'viem/utils';
import * as z from 'zod';
import type { PChainGenesis } from '../lambdas/core/contract/pchain-config';
import { readState, writeState } from '../local/state-file';
import { type Anvil, startAnvil } from './anvil';
import { type Contracts, compileContracts } from './compile';
import { type Deployed, deployContracts } from './deploy';
import { startMessages } from './messages';
import { installMessenger } from './messenger';
import { startReplayNode } from './p-chain/replay-node';
import { startTraffic } from './traffic';

const [CHAIN_ID, SECOND_CHAIN_ID] = [31_337, 31_338];
const [BLOCK_TIME, SECOND_BLOCK_TIME] = [1, 2];
const NETWORK_TOKEN = { name: 'Ether', symbol: 'ETH', decimals: 18 };

type DemoChain = {
  chainId: string;
  chainName: string;
  rpcUrl: string;
  network: 'mainnet' | 'testnet';
  networkToken: { name: string; symbol: string; decimals: number };
};

type DemoPChain = { network: string; rpcUrl: string; index: boolean; genesis: PChainGenesis };

export type Demo = {
  chains: DemoChain[];
  pChains: DemoPChain[];
  contracts: Deployed;
  stop(): Promise<void>;
};

/** A restart continues from `dataDir`. @throws Error (one sentence) if a node cannot start. */
export async function startDemo({ dataDir, port = 0 }: { dataDir: string; port?: number }): Promise<Demo> {
  mkdirSync(dataDir, { recursive: true });
  const compiled = await compileContracts();
  const anvil = await startAnvil({
    chainId: CHAIN_ID,
    port,
    blockTime: BLOCK_TIME,
    statePath: join(dataDir, 'chain.json'),
  });
  const second = await startAnvil({
    chainId: SECOND_CHAIN_ID,
    blockTime: SECOND_BLOCK_TIME,
    statePath: join(dataDir, 'second-chain.json'),
  });
  const nodes = [anvil, second];
  const contracts = await prepare(nodes, compiled).catch(async (error) => {
    await Promise.all(nodes.map((node) => node.stop()));
    throw error;
  });
  const messages = startMessages(
    [
      { url: anvil.url, blockchainId: toBlockchainId(CHAIN_ID), feeToken: contracts.token },
      { url: second.url, blockchainId: toBlockchainId(SECOND_CHAIN_ID) },
    ],
    1,
  );
  const traffic = startTraffic({ url: anvil.url, contracts, crate: compiled.Crate, seed: 1 });
  const pChain = await startReplayNode({ startedAt: firstStart(join(dataDir, 'p-chain.json')) });
  // anvil never reorgs by itself.
  const shared = { finalityDepth: 4, network: 'testnet', networkToken: NETWORK_TOKEN } as const;
  return {
    chains: [
      { ...shared, chainId: String(CHAIN_ID), chainName: 'Demo chain', rpcUrl: anvil.url },
      { ...shared, chainId: String(SECOND_CHAIN_ID), chainName: 'Second demo chain', rpcUrl: second.url },
    ],
    pChains: [{ network: 'demo', rpcUrl: pChain.url, index: true, genesis: pChain.genesis() }],
    contracts,
    async stop() {
      await Promise.all([traffic.stop(), messages.stop(), pChain.stop()]);
      await Promise.all(nodes.map((node) => node.stop()));
    },
  };
}

/** Made up; each chain's Warp contract returns its own. */
const toBlockchainId = (chainId: number) => keccak256(toHex(`demo chain ${chainId}`));

async function prepare([first, second]: readonly Anvil[], compiled: Contracts): Promise<Deployed> {
  if (!first || !second) throw new Error('the demo has two chains');
  await installMessenger(first.url, compiled, toBlockchainId(CHAIN_ID));
  await installMessenger(second.url, compiled, toBlockchainId(SECOND_CHAIN_ID));
  return deployContracts(first.url, compiled);
}

const Started = z.object({ startedAt: z.number() });
/** Unix ms; the replay resumes relative to the demo's first start. */
function firstStart(file: string): number {
  const { startedAt } = readState(file, Started, { startedAt: Date.now() }, 'The replay starts over.');
  writeState(file, { startedAt });
  return startedAt;
}
