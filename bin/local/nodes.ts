import { join } from 'node:path';
import * as z from 'zod';
import type { Config } from '../../lambdas/core/contract/config';
import { fetchSource } from '../../lambdas/pchain/node/node';
import { readState, writeState } from '../../local/state-file';
import { getChainId } from '../cli/chain-id';

/** Long enough for a busy node, short enough to report a mistake quickly. */
const NODE_TIMEOUT_MS = 5_000;

/**
 * Asks each node for its chain id. A wrong id is always an error. A node that does not answer is an error only if its
 * chain was never followed from this folder: a known chain starts, and waits for its node.
 */
export async function checkNodes({ chains }: Config, dataDir: string): Promise<void> {
  const file = join(dataDir, 'chains.json');
  const known = readState(file, z.array(z.string()), [], 'The nodes of all chains must answer at the next start.');
  for (const { chainId, chainName, rpcUrl, index } of chains) {
    if (!index) continue;
    const chain = `chain ${chainId}${chainName ? ` (${chainName})` : ''}`;
    if (!rpcUrl) throw new Error(`${chain} has no rpcUrl: local mode reads the source node from the configuration`);
    const answered = await getChainId(rpcUrl, NODE_TIMEOUT_MS).catch((error: Error) => error);
    if (answered instanceof Error && !known.includes(chainId))
      throw new Error(
        `${answered.message.replace('the node', `the node of ${chain}`)}: start it, or correct its rpcUrl`,
      );
    if (typeof answered === 'string' && answered !== chainId)
      throw new Error(`the node of ${chain} is of chain ${answered}: correct chainId or rpcUrl`);
    if (!known.includes(chainId)) known.push(chainId);
  }
  writeState(file, known);
}

/** Says which nodes of P-chains do not answer. They are no reason not to start: their callers are told, until they do. */
export async function warnOfPChains({ pChains }: Config): Promise<void> {
  for (const { network, rpcUrl } of pChains) {
    if (!rpcUrl)
      throw new Error(
        `the P-chain of ${network} has no rpcUrl: local mode reads the source node from the configuration`,
      );
    const message = await fetchSource(rpcUrl, 'platform.getHeight', '{}', AbortSignal.timeout(NODE_TIMEOUT_MS)).then(
      (answer) => ('error' in answer ? answer.error.message : undefined),
      (error: Error) => error.message,
    );
    if (message) console.warn(`The P-chain of ${network}: ${message}. Its callers get an error until it does.`);
  }
}
