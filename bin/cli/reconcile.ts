import type { Command } from 'commander';
import type { Table } from '../../lambdas/core/table/table';
import { GAP_KINDS, type GapKind } from '../../lambdas/evm/domain/gap';
import { gapRequest, requestGaps } from '../../lambdas/evm/rows/gap-requests';
import { getGaps, MAX_COUNTED_GAPS } from '../../lambdas/evm/rows/gaps';
import { createNode } from './node';
import { createService, getChains, type Target } from './service';

interface Options extends Target {
  readonly chain: string;
  readonly sample: string;
  readonly receipts?: boolean;
  readonly traces?: boolean;
  readonly blocks?: boolean;
  readonly json?: boolean;
}

const LACK = { receipts: 'without receipts', traces: 'without traces', blocks: 'without contents' } as const;
const PROGRESS_INTERVAL_MS = 2_000;

export function reconcileCommand(program: Command, on: (command: Command) => Command): void {
  on(program.command('reconcile'))
    .description("compare a sample of balances with the chain's node, or refetch data that the node did not serve")
    .requiredOption('--chain <id>', 'chain id, as in the configuration')
    .option('--sample <count>', 'number of balances to compare', '200')
    .option('--receipts', 'refetch missing receipts of final blocks')
    .option('--traces', 'refetch missing traces of final blocks')
    .option('--blocks', 'refetch final blocks that were skipped because the node refused them')
    .addHelpText(
      'after',
      '\nExamples:\n  $ npm run cli -- reconcile --chain 43114 --sample 1000\n  $ npm run cli -- reconcile --chain 43114 --receipts\n\nhealth-check counts the blocks that lack receipts or traces or were skipped. A refetch starts within a minute; Ctrl-C only ends the display.',
    )
    .action(async (options: Options) => {
      const kinds = GAP_KINDS.filter((kind) => options[kind]);
      for (const kind of kinds) await retryGaps(options, kind);
      if (kinds.length === 0) await compare(options);
    });
}

async function retryGaps({ chain, json, ...target }: Options, kind: GapKind): Promise<void> {
  const { table } = await createService(target);
  const before = await listed(table, chain, kind);
  if (before.length > 0) {
    if (!json) console.log(`Blocks ${LACK[kind]}: ${before.join(', ')}. Refetching…`);
    await requestGaps(table, chain, kind, Date.now());
    for (let request = await gapRequest(table, chain, kind); request; request = await gapRequest(table, chain, kind)) {
      const { next } = request;
      const asked = before.filter((number) => number < next).length;
      if (!json) console.log(next === 0 ? 'not started yet' : `${asked} of ${before.length} tried`);
      await new Promise((resolve) => setTimeout(resolve, PROGRESS_INTERVAL_MS));
    }
  }
  const left = await listed(table, chain, kind);
  if (json) return console.log(JSON.stringify({ kind, filled: before.length - left.length, left }, null, 2));
  console.log(left.length === 0 ? `No blocks ${LACK[kind]} left.` : `Still ${LACK[kind]}: blocks ${left.join(', ')}.`);
}

const listed = async (table: Table, chain: string, kind: GapKind): Promise<number[]> =>
  (await getGaps(table, chain, kind, MAX_COUNTED_GAPS)).map(({ number }) => number);

async function compare(options: Options): Promise<void> {
  const sample = Number(options.sample);
  if (!Number.isInteger(sample) || sample < 1) throw new Error(`--sample ${options.sample} must be a positive integer`);
  const { table } = await createService(options);
  const configured = getChains(options).find(({ chainId }) => chainId === options.chain);
  const [{ reconcile }, node] = await Promise.all([
    import('../../lambdas/evm/workers/reconcile'),
    createNode(options.chain, configured),
  ]);
  const found = await reconcile(table, options.chain, (calls) => node.batch(calls), sample).finally(() => node.close());
  const { block, sampled, drifts, confirmed } = found;
  if (options.json) return console.log(JSON.stringify(found, (_, v) => (typeof v === 'bigint' ? String(v) : v), 2));
  for (const { holding, stored, node: actual } of drifts)
    console.log(
      `${holding.token} ${holding.holder}${holding.id === undefined ? '' : ` id ${holding.id}`}: ${stored} indexed, ${actual} on the node`,
    );
  console.log(
    drifts.length === 0
      ? `${sampled} balances compared at block ${block}: all match.`
      : `${drifts.length} of ${sampled} balances differ at block ${block}. A token that differs again at a later block changes balances without transfers: the API then reads its balances from the node.`,
  );
  for (const token of confirmed)
    console.log(`${token} also differed at an earlier block: the API now reads its balances from the node.`);
}
