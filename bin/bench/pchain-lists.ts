import { endpoints } from '../../lambdas/app/contract/registry';
import type { EndpointSpec } from '../../lambdas/core/contract/endpoint';
import { addressText } from '../../lambdas/pchain/domain/bech32-address';
import { logLines, type Ready } from './service';

const CALLS = 20;
/** Functions log their usage at the end of an invocation. */
const USAGE_DELAY_MS = 500;

/** `addresses`: 20 bytes each in hex with 0x; each list uses the one with the most rows. */
interface Asked {
  readonly network: string;
  readonly hrp: string;
  readonly addresses: readonly string[];
}

export async function printLists({ dir, ready }: { dir: string; ready: Ready }, asked: Asked): Promise<void> {
  const get = (path: string) => fetch(ready.dataUrl + path, { headers: { 'x-service-api-key': ready.apiKeys.pro } });
  const { validators } = (await (await get(`/v1/networks/${asked.network}/validators`)).json()) as {
    validators: { nodeId: string; potentialRewards?: { rewardAddresses?: string[] } }[];
  };
  const stakers = validators.flatMap(({ potentialRewards }) => potentialRewards?.rewardAddresses ?? []);
  const addresses = [...asked.addresses.map((one) => addressText(one, asked.hrp)), ...stakers.slice(0, 1)];
  const nodeIds = validators.map(({ nodeId }) => nodeId).slice(0, 1);
  const params = { network: asked.network, blockchainId: 'p-chain', nodeId: nodeIds[0] ?? '' };
  console.log(`\n${'P-Chain lists, pages of 100'.padEnd(60)} rows  requests    RRU`);
  for (const endpoint of endpoints.filter(isList))
    for (const [filter, values] of Object.entries({ all: [''], addresses, nodeIds })) {
      const found: { path: string; rows: number }[] = [];
      for (const value of values) {
        const path = getPath(endpoint, params, filter, value);
        const rows = path === undefined ? undefined : await rowsIn(await get(path));
        if (path !== undefined && rows !== undefined) found.push({ path, rows });
      }
      const [longest] = found.toSorted((a, b) => b.rows - a.rows);
      if (!longest) continue;
      const before = toLines(dir, endpoint).length;
      for (let i = 0; i < CALLS; i++) await (await get(longest.path)).arrayBuffer();
      await new Promise((resolve) => setTimeout(resolve, USAGE_DELAY_MS));
      const calls = toLines(dir, endpoint).slice(before);
      const mean = (name: string) => calls.reduce((sum, call) => sum + Number(call[name] ?? 0), 0) / calls.length;
      const cells = [
        `${endpoint.id}${filter === 'all' ? '' : ` by ${filter}`}`.padEnd(60),
        String(longest.rows).padStart(4),
        mean('requests').toFixed(2).padStart(9),
        mean('readUnits').toFixed(2).padStart(6),
      ];
      console.log(cells.join(' '));
    }
}

async function rowsIn(response: Response): Promise<number | undefined> {
  if (response.status !== 200) return undefined;
  return Object.values((await response.json()) as object).find(Array.isArray)?.length ?? 0;
}

const isList = ({ path, method, query }: EndpointSpec): boolean =>
  method === 'GET' && path.startsWith('/v1/networks/') && 'pageSize' in query.shape;

function getPath({ path, query }: EndpointSpec, params: Record<string, string>, filter: string, value: string) {
  if (value && !(filter in query.shape)) return undefined;
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  return `${filled}?pageSize=100${value && `&${filter}=${value}`}`;
}

const toLines = (dir: string, { id }: EndpointSpec) => logLines(dir).filter(({ endpoint }) => endpoint === id);
