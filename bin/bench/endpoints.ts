import { join } from 'node:path';
import type { Generated } from '../../demo/generate';
import { getAddress } from '../../demo/random';
import { endpoints } from '../../lambdas/app/contract/registry';
import type { EndpointSpec } from '../../lambdas/core/contract/endpoint';
import { buildAssets } from '../../lib/assets';
import { DEPLOYED } from '../../lib/chain-defaults';
import { parseConfig } from '../../lib/config';
import { bundleSize, getFile, loadTime } from './bundles';
import { load, rateCells } from './load';
import { CHAIN, logLines, type Ready } from './service';

export async function measureEndpoints(dir: string, ready: Ready, made: Generated, seconds: number): Promise<void> {
  const key = ready.apiKeys.pro;
  const { getPath, isThere } = await examples(ready, made);
  const { api: folder } = await buildAssets(parseConfig({}, 'bench'), DEPLOYED, join(dir, 'functions'));
  console.log(
    `\n${'Endpoint, pages of 100'.padEnd(34)}    kB  load ms  requests    RRU   1 conn: req/s   p50   p99   16 conn: req/s   p50   p99`,
  );
  for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
    const path = getPath(endpoint);
    if (!(await isThere(path))) {
      console.log(`${endpoint.id.padEnd(34)} no data on this chain`);
      continue;
    }
    const request = { path, method: 'GET', headers: { 'x-service-api-key': key } } as const;
    const one = await load(ready.dataUrl, request, 1, seconds);
    const sixteen = await load(ready.dataUrl, request, 16, seconds);
    const calls = logLines(dir).filter((line) => line.endpoint === endpoint.id);
    const mean = (name: string) =>
      calls.reduce((sum, call) => sum + Number(call[name] ?? 0), 0) / Math.max(1, calls.length);
    const cells = [
      endpoint.id.padEnd(34),
      (bundleSize(folder, endpoint) / 1_000).toFixed(0).padStart(5),
      loadTime(getFile(folder, endpoint)).toFixed(0).padStart(8),
      mean('requests').toFixed(2).padStart(9),
      mean('readUnits').toFixed(2).padStart(6),
      ...rateCells([one, sixteen]),
    ];
    console.log(cells.join(' '));
  }
}

/** Paths for the busiest address and contracts, with pages of 100 where the endpoint has pages. */
export async function examples({ dataUrl, apiKeys }: Ready, { contracts }: Generated) {
  const get = (path: string) => fetch(dataUrl + path, { headers: { 'x-service-api-key': apiKeys.pro } });
  const newest = await get(`/v1/chains/${CHAIN}/transactions`);
  const { transactions } = (await newest.json()) as { transactions: { txHash: string }[] };
  const addresses: Record<string, string> = {
    getContractMetadata: contracts.token,
    getDeploymentTransaction: contracts.token,
    listTransfers: contracts.token,
    listContractDeployments: contracts.workshop,
    listInternalTransactions: contracts.workshop,
    listTokens: contracts.collectible,
    getTokenDetails: contracts.collectible,
  };
  const fill: Record<string, string> = {
    chainId: CHAIN,
    blockId: '20',
    txHash: transactions[0]?.txHash ?? '',
    tokenId: '1',
    file: 'swagger-ui.css',
    metric: 'txCount',
    page: 'webhooks',
  };
  return {
    getPath({ id, path, query }: EndpointSpec): string {
      const address = addresses[id] ?? getAddress('address 0');
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => fill[name] ?? address);
      if ('action' in query.shape)
        return `${filled}?chainid=${CHAIN}&module=account&action=txlist&address=${address}&page=1&offset=100`;
      return filled + ('pageSize' in query.shape ? '?pageSize=100' : '');
    },
    isThere: async (path: string): Promise<boolean> => (await get(path)).status === 200,
  };
}
