import { MetricUnit } from '@aws-lambda-powertools/metrics';
import type { BlockRef } from '../../chain/domain/block';
import { visibleBlock } from '../../chain/domain/cursor';
import { eachChain } from '../../chain/follower/each-chain';
import { cursorKey, readCursor } from '../../chain/rows/cursor-item';
import { metricsOfChain } from '../../core/aws/chain-metrics';
import { findChain, runtimeConfig } from '../../core/config/runtime';
import { env } from '../../core/contract/env';
import { METRIC } from '../../core/contract/metrics';
import { NodeDown } from '../../core/node/errors';
import { createRpc } from '../../core/node/rpc';
import { sourceUrl } from '../../core/node/sources';
import { type Clock, systemClock } from '../../core/runtime/clock';
import { log } from '../../core/runtime/log';
import { createTableClient, type Table } from '../../core/table/table';
import { getMarks, markLive } from '../indexer/live-tokens';
import { sampleHoldings, sampleHoldingsOfTokens } from '../indexer/sample-holdings';
import { createAtBlock } from '../node/at-block';
import { fetchHoldingsAt } from '../node/holdings';
import { confirmDrifts, type Drift } from '../tokens/domain/drift';
import { getAmount, type Holding, questionId, toQuestions } from '../tokens/domain/holdings';
import { readDriftState, writeDriftState } from '../tokens/rows/drift-item';
import { holdingKey, readHolding } from '../tokens/rows/holding-item';

type Batch = Parameters<typeof fetchHoldingsAt>[0];

interface Tick {
  readonly chainIds: readonly string[];
}
export interface Reconciled {
  readonly block: number;
  readonly sampled: number;
  readonly drifts: readonly Drift[];
  /** Also drifted at an earlier block: now their balances are read from the node. */
  readonly confirmed: readonly string[];
}

const SAMPLE_HOLDINGS = 200; // a few requests an hour

/**
 * Compares sampled balances with the node. A token that drifts at two blocks rebases or mints
 * without an event: the API reads it from the node until 30 days after its last drift.
 */
export const handler = ({ chainIds }: Tick): Promise<void> =>
  eachChain(chainIds, 'balance reconciliation failed', reconcileChain);

async function reconcileChain(chainId: string): Promise<void> {
  const chain = findChain(runtimeConfig().chains, chainId);
  if (!chain) throw new Error(`chain ${chainId} is not in the configuration`);
  const rpc = createRpc(await sourceUrl(chainId), chain);
  try {
    const found = await reconcile(
      createTableClient(env('table')),
      chainId,
      (calls) => rpc.batch(calls),
      SAMPLE_HOLDINGS,
    );
    log.info('balances sampled', { chainId, sampledBalances: found.sampled, driftedBalances: found.drifts.length });
    if (found.drifts.length > 0) {
      const metrics = metricsOfChain(chainId);
      metrics.addMetric(METRIC.driftedBalances, MetricUnit.Count, found.drifts.length);
      metrics.publishStoredMetrics();
    }
  } finally {
    await rpc.close();
  }
}

/** Compares earlier drifts, some live tokens and a sample, at the indexed block. */
export async function reconcile(
  table: Table,
  chainId: string,
  batch: Batch,
  sample: number,
  now: Clock = systemClock,
): Promise<Reconciled> {
  const item = await table.get(cursorKey(chainId), true);
  if (!item) throw new Error(`chain ${chainId} is not indexed yet`);
  const cursor = readCursor(item);
  const { start, hash, pending } = cursor;
  const block = visibleBlock(cursor);
  // Nothing is indexed, or a rollback is about to change the rows: leave it to the next run.
  if (hash === undefined || pending?.kind === 'rollback') return { block, sampled: 0, drifts: [], confirmed: [] };
  const before = await readDriftState(table, chainId);
  const ofLive = await sampleHoldingsOfTokens(table, chainId, before.live, block);
  const holdings = [
    ...before.candidates.map(({ holding }) => holding),
    ...ofLive.holdings,
    ...(await sampleHoldings(table, chainId, { from: start, to: block }, sample)),
  ];
  const { compared, drifts } = await compareHoldings(table, chainId, batch, holdings, { number: block, hash });
  const { confirmed, candidates } = confirmDrifts(before.candidates, drifts, block);
  const marks = await getMarks(table, chainId, [...ofLive.tokens, ...compared.map(({ token }) => token)]);
  const { live, ended } = await markLive(table, chainId, marks, confirmed, Math.floor(now() / 1_000));
  const kept = before.live.filter((token) => !ended.includes(token));
  await writeDriftState(table, chainId, before, { candidates, live: [...new Set([...kept, ...live])] });
  return { block, sampled: compared.length, drifts, confirmed };
}

/** With the node's state of this block. Throws NodeDown if it has none. */
export async function compareHoldings(
  table: Table,
  chainId: string,
  batch: Batch,
  holdings: readonly Holding[],
  { number, hash }: BlockRef,
): Promise<{ readonly compared: readonly Holding[]; readonly drifts: readonly Drift[] }> {
  const unique = [...new Map(holdings.map((holding) => [questionId(holding), holding])).values()];
  const rows = (
    await table.batchGet(
      unique.map((holding) => holdingKey(chainId, holding)),
      true,
    )
  ).map(readHolding);
  // A row read after the block cannot be compared.
  const compared = rows.flatMap((row) =>
    typeof row.amount === 'object' && row.amount.at <= number ? [{ ...row, stored: row.amount.value }] : [],
  );
  if (compared.length === 0) return { compared, drifts: [] };
  // By hash: a lagging node, or one on another branch, has other balances at that number.
  const readings = await createAtBlock(batch)({ number, hash }, (tag) =>
    fetchHoldingsAt(batch, toQuestions(compared), number, tag),
  );
  if (!readings) throw new NodeDown(`the node of chain ${chainId} keeps no state of block ${number}`);
  const drifts = compared.flatMap(({ stored, amount: _a, epoch: _e, ...holding }) => {
    const actual = getAmount(holding, number, readings);
    return typeof actual === 'object' && actual.value !== stored
      ? [{ holding, stored, node: actual.value, block: number }]
      : [];
  });
  return { compared, drifts };
}
