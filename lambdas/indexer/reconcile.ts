import { Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';
import { findChain, runtimeConfig } from '../adapters/config';
import { cursorKey, readCursor } from '../adapters/dynamo/chain/cursor-item';
import { openTable, type Table } from '../adapters/dynamo/table';
import { holdingKey, readHolding } from '../adapters/dynamo/tokens/holding-item';
import { TOKEN, tokenKey } from '../adapters/dynamo/tokens/token-item';
import { askHoldingsAt } from '../adapters/evm/holdings';
import { NodeDown } from '../adapters/node/errors';
import { openRpc } from '../adapters/node/rpc';
import { sourceUrl } from '../adapters/node/sources';
import { env } from '../contract/env';
import { METRIC } from '../contract/metrics';
import { visibleBlock } from '../domain/chain/cursor';
import { amountOf, type Holding, questionsOf } from '../domain/tokens/holdings';
import { sampleHoldings } from './evm/sample-holdings';

/** Which chain, and how many holdings to look at. */
export interface Reconcile {
  readonly chainId: string;
  readonly sample?: number;
}
/** A row that differs from its token's answer. */
export interface Drift {
  readonly holding: Holding;
  readonly stored: bigint;
  readonly node: bigint;
  /** The block of the comparison. */
  readonly block: number;
}
/** The result of a run. */
export interface Reconciled {
  readonly block: number;
  readonly sampled: number;
  readonly drifts: readonly Drift[];
}

/** Holdings that a scheduled run samples: a few requests an hour. */
const DEFAULT_SAMPLE_HOLDINGS = 200;

/**
 * Samples balances against the node. A token that contradicts its row changes balances without a transfer (it rebases,
 * or mints without an event): from now on the API reads it from the node. The metric counts the rows that drifted.
 */
export async function handler({ chainId, sample = DEFAULT_SAMPLE_HOLDINGS }: Reconcile): Promise<Reconciled> {
  const chain = findChain(runtimeConfig().chains, chainId);
  if (!chain) throw new Error(`chain ${chainId} is not in the configuration`);
  const rpc = openRpc(await sourceUrl(chainId), chain);
  try {
    const found = await reconcile(openTable(env('table')), chainId, (calls) => rpc.batch(calls), sample);
    const metrics = new Metrics({
      namespace: METRIC.namespace,
      serviceName: 'indexer',
      defaultDimensions: { chainId },
    });
    metrics.addMetric(METRIC.sampledBalances, MetricUnit.Count, found.sampled);
    metrics.addMetric(METRIC.driftedBalances, MetricUnit.Count, found.drifts.length);
    metrics.publishStoredMetrics();
    return found;
  } finally {
    await rpc.close();
  }
}

/** Compares a sample of a chain's holdings with the node at the indexed block, and marks tokens that drift. */
export async function reconcile(
  table: Table,
  chainId: string,
  batch: Parameters<typeof askHoldingsAt>[0],
  sample: number,
): Promise<Reconciled> {
  const cursor = await table.get(cursorKey(chainId), true);
  if (!cursor) throw new Error(`chain ${chainId} is not indexed yet`);
  const { start, ...at } = readCursor(cursor);
  const block = visibleBlock(at);
  const holdings = await sampleHoldings(table, chainId, { from: start, to: block }, sample);
  const rows = (
    await table.batchGet(
      holdings.map((holding) => holdingKey(chainId, holding)),
      true,
    )
  ).map(readHolding);
  // A row that was read after the block of the comparison cannot be compared.
  const known = rows.flatMap((row) =>
    typeof row.amount === 'object' && row.amount.at <= block ? [{ ...row, stored: row.amount.value }] : [],
  );
  if (known.length === 0) return { block, sampled: 0, drifts: [] };
  const readings = await askHoldingsAt(batch, questionsOf(known), block);
  if (!readings) throw new NodeDown(`the node of chain ${chainId} keeps no state of block ${block}`);
  const drifts = known.flatMap(({ stored, amount: _a, epoch: _e, ...holding }) => {
    const actual = amountOf(holding, block, readings);
    return typeof actual === 'object' && actual.value !== stored
      ? [{ holding, stored, node: actual.value, block }]
      : [];
  });
  for (const token of new Set(drifts.map(({ holding }) => holding.token)))
    await table.update(tokenKey(chainId, token), { set: { [TOKEN.live]: true } });
  return { block, sampled: known.length, drifts };
}
