import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startAnvil } from './anvil';
import { compileContracts } from './compile';
import { type Deployed, deployContracts } from './deploy';
import { startReplayNode } from './p-chain/replay-node';
import { startTraffic } from './traffic';

const CHAIN_ID = 31337;

/** A chain as the service's configuration names it. */
type DemoChain = {
  chainId: string;
  chainName: string;
  rpcUrl: string;
  network: 'mainnet' | 'testnet';
  networkToken: { name: string; symbol: string; decimals: number };
};

/** A P-chain as the service's configuration names it. */
type DemoPChain = { network: string; rpcUrl: string };

/** A running demo. */
export type Demo = {
  chains: DemoChain[];
  pChains: DemoPChain[];
  contracts: Deployed;
  stop(): Promise<void>;
};

/**
 * Starts a demo chain: a real node with one block per second, contracts and traffic; and beside it what a real P-chain
 * node answered when it was recorded, height after height. A restart continues from `dataDir`.
 * @throws Error with one sentence when the node cannot start.
 */
export async function startDemo({ dataDir, port = 0 }: { dataDir: string; port?: number }): Promise<Demo> {
  mkdirSync(dataDir, { recursive: true });
  const compiled = await compileContracts();
  const anvil = await startAnvil({ chainId: CHAIN_ID, port, blockTime: 1, statePath: join(dataDir, 'chain.json') });
  const contracts = await deployContracts(anvil.url, compiled).catch(async (error) => {
    await anvil.stop();
    throw error;
  });
  const traffic = startTraffic({ url: anvil.url, contracts, crate: compiled.Crate, seed: 1 });
  const pChain = await startReplayNode({ startedAt: firstStart(join(dataDir, 'p-chain.json')) });
  const chain: DemoChain = {
    chainId: String(CHAIN_ID),
    chainName: 'Demo chain',
    rpcUrl: anvil.url,
    network: 'testnet',
    networkToken: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  };
  return {
    chains: [chain],
    pChains: [{ network: 'demo', rpcUrl: pChain.url }],
    contracts,
    async stop() {
      await Promise.all([traffic.stop(), pChain.stop()]);
      await anvil.stop();
    },
  };
}

/** When the demo was started first, Unix ms: the recording goes on from there. */
function firstStart(file: string): number {
  if (!existsSync(file)) writeFileSync(file, JSON.stringify({ startedAt: Date.now() }));
  return (JSON.parse(readFileSync(file, 'utf8')) as { startedAt: number }).startedAt;
}
