import { join } from 'node:path';
import * as z from 'zod';
import type { Config } from '../../lambdas/core/contract/config';
import { fetchSource } from '../../lambdas/pchain/node/node';
import { readState, writeState } from '../../local/state-file';
import { getChainId } from '../cli/chain-id';

/** Long enough for a busy node, short enough to report a mistake quickly. */
const NODE_TIMEOUT_MS = 5_000;

/** Throws for a wrong chain ID, and for a silent node if its chain was never followed from this folder. */
export async function checkNodes({ chains }: Config, dataDir: string): Promise<void> {
  const file = join(dataDir, 'chains.json');
  const known = readState(file, z.array(z.string()), [], 'The next start requires all nodes to answer.');
  for (const { chainId, chainName, rpcUrl, index } of chains) {
    if (!index) continue;
    const chain = `chain ${chainId}${chainName ? ` (${chainName})` : ''}`;
    if (!rpcUrl) throw new Error(`${chain} has no rpcUrl: local mode reads the source node from the configuration`);
    const answered = await getChainId(rpcUrl, NODE_TIMEOUT_MS).catch((error: Error) => error);
    if (answered instanceof Error && !known.includes(chainId))
      throw new Error(`${answered.message.replace('the node', `the node of ${chain}`)}: start it, or fix its rpcUrl`);
    if (typeof answered === 'string' && answered !== chainId)
      throw new Error(`the node of ${chain} is on chain ${answered}: fix chainId or rpcUrl`);
    if (!known.includes(chainId)) known.push(chainId);
  }
  writeState(file, known);
}

/** The service starts anyway: callers get an error in the meantime. */
export async function warnOfPChains({ pChains }: Config): Promise<void> {
  for (const { network, rpcUrl } of pChains) {
    if (!rpcUrl)
      throw new Error(
        `the P-Chain of ${network} has no rpcUrl: local mode reads the source node from the configuration`,
      );
    const message = await fetchSource(rpcUrl, 'platform.getHeight', '{}', AbortSignal.timeout(NODE_TIMEOUT_MS)).then(
      (answer) => ('error' in answer ? answer.error.message : undefined),
      (error: Error) => error.message,
    );
    if (message) console.warn(`P-Chain of ${network}: ${message}. Callers get an error until it recovers.`);
  }
}
