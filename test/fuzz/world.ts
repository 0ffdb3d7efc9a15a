import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { logLines, startService } from '../../bin/bench/service';
import { startAnvil } from '../../demo/anvil';
import { generateChain } from '../../demo/generate';
import { priceService } from '../support/service/price-service';

const CHAIN = '31337';
/** High enough that no generated request hits a limit. */
const THROTTLE = { rate: 10_000, burst: 10_000 };
const PRO = {
  ...THROTTLE,
  quotaPerDay: 1_000_000_000,
  webhooks: 10_000,
  webhookAddresses: 10_000,
  webhookReplays: 10_000_000,
};

/** A local service with a chain of every kind of data, and a price service. */
export interface FuzzedService {
  readonly dir: string;
  readonly url: string;
  readonly key: string;
  /** Existing values by parameter, so that not all answers are 404. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** Endpoint and status of all requests that functions answered so far. */
  readonly answers: () => { readonly endpoint: string; readonly statusCode: number }[];
}

/** Runs `work` beside such a service. */
export async function withFuzzedService(work: (service: FuzzedService) => Promise<void>): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'fuzz-'));
  const anvil = await startAnvil({ chainId: Number(CHAIN) });
  const prices = await priceService(({ tokens }) => ({
    body: { prices: Object.fromEntries(tokens.map((token) => [token, 1.5])) },
  }));
  let stop = () => {};
  try {
    const made = await generateChain({ url: anvil.url, blocks: 30, transactionsPerBlock: 20, seed: 1, kind: 'tokens' });
    const { child, ready } = await startService(dir, {
      chains: [{ chainId: CHAIN, chainName: 'Fuzzed', rpcUrl: anvil.url }],
      plans: { pro: PRO },
      ...{ priceUrl: prices.url, webhookLoopback: true, openEndpoints: THROTTLE, docs: THROTTLE },
    });
    stop = () => child.kill('SIGTERM');
    const get = async (path: string) => {
      const headers = { 'x-service-api-key': ready.apiKeys.pro };
      return (await fetch(`${ready.dataUrl}/v1/${path}`, { headers })).json();
    };
    await indexed(get, made.lastBlock);
    await work({
      ...{ dir, url: ready.dataUrl, key: ready.apiKeys.pro },
      values: await getValues(get, Object.values(made.contracts)),
      answers: () =>
        logLines(dir)
          .filter((line) => typeof line.statusCode === 'number')
          .map(({ endpoint, statusCode }) => ({ endpoint: String(endpoint), statusCode: Number(statusCode) })),
    });
  } finally {
    stop();
    prices.stop();
    await anvil.stop();
    rmSync(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

type Get = (path: string) => Promise<unknown>;

async function indexed(get: Get, block: number): Promise<void> {
  for (;;) {
    const { details } = (await get('health-check')) as { details: Record<string, { indexedBlock?: number }> };
    if ((details[`chain-${CHAIN}`]?.indexedBlock ?? -1) >= block) return;
    await sleep(200);
  }
}

async function getValues(get: Get, contracts: readonly string[]) {
  const { transactions } = (await get(`chains/${CHAIN}/transactions?pageSize=100`)) as {
    transactions: { blockNumber: string; blockHash: string; txHash: string; from: { address: string } }[];
  };
  const each = <T>(of: (transaction: (typeof transactions)[number]) => T) => [...new Set(transactions.map(of))];
  return {
    chainId: [CHAIN],
    address: [...contracts, ...each(({ from }) => from.address)],
    contractAddress: contracts,
    contractAddresses: contracts,
    txHash: each(({ txHash }) => txHash),
    blockId: [...each(({ blockNumber }) => blockNumber), ...each(({ blockHash }) => blockHash)],
    tokenId: ['0', '1', '2', '7'],
  };
}
