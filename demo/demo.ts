import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startAnvil } from './anvil';
import { compileContracts } from './compile';
import { type Deployed, deployContracts } from './deploy';
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

/** A running demo. */
export type Demo = { chains: DemoChain[]; contracts: Deployed; stop(): Promise<void> };

/**
 * Starts a demo chain: a real node with one block per second, contracts and traffic. A restart continues from `dataDir`.
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
  const chain: DemoChain = {
    chainId: String(CHAIN_ID),
    chainName: 'Demo chain',
    rpcUrl: anvil.url,
    network: 'testnet',
    networkToken: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  };
  return {
    chains: [chain],
    contracts,
    async stop() {
      await traffic.stop();
      await anvil.stop();
    },
  };
}
