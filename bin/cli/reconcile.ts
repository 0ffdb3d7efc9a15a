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

/** How output describes the gaps of a kind. */
const LACK = { receipts: 'without receipts', traces: 'without traces', blocks: 'without contents' } as const;
/** Between two lines of progress. */
const PROGRESS_INTERVAL_MS = 2_000;

/** Adds `reconcile`: compares balances with the node, and asks it again for what it did not give. */
export function reconcileCommand(program: Command, on: (command: Command) => Command): void {
  on(program.command('reconcile'))
    .description("compare a sample of balances with the chain's node, or ask it again for what it did not give")
    .requiredOption('--chain <id>', 'the chain id, as in the configuration')
    .option('--sample <count>', 'number of balances to compare', '200')
    .option('--receipts', 'ask again for the receipts of final blocks that the node had lost')
    .option('--traces', 'ask again for the traces of final blocks that the node could not give')
    .option('--blocks', 'ask again for final blocks that were passed because the node refused them')
    .addHelpText(
      'after',
      '\nExamples:\n  $ npm run cli -- reconcile --chain 43114 --sample 1000\n  $ npm run cli -- reconcile --chain 43114 --receipts\n\nhealth-check shows how many blocks lack receipts or traces, or were passed. The work starts within a minute; Ctrl-C only ends the display.',
    )
    .action(async (options: Options) => {
      const kinds = GAP_KINDS.filter((kind) => options[kind]);
      for (const kind of kinds) await retryGaps(options, kind);
      if (kinds.length === 0) await compare(options);
    });
}

/** Requests all gaps of a kind, and shows the progress until each was asked for. */
async function retryGaps({ chain, json, ...target }: Options, kind: GapKind): Promise<void> {
  const { table } = await createService(target);
  const before = await listed(table, chain, kind);
  if (before.length > 0) {
    if (!json) console.log(`Blocks ${LACK[kind]}: ${before.join(', ')}. Asking the node again…`);
    await requestGaps(table, chain, kind, Date.now());
    for (let request = await gapRequest(table, chain, kind); request; request = await gapRequest(table, chain, kind)) {
      const { next } = request;
      const asked = before.filter((number) => number < next).length;
      if (!json) console.log(next === 0 ? 'not begun yet' : `${asked} of ${before.length} asked for`);
      await new Promise((resolve) => setTimeout(resolve, PROGRESS_INTERVAL_MS));
    }
  }
  const left = await listed(table, chain, kind);
  if (json) return console.log(JSON.stringify({ kind, filled: before.length - left.length, left }, null, 2));
  console.log(
    left.length === 0 ? `No block is left ${LACK[kind]}.` : `Still ${LACK[kind]}: blocks ${left.join(', ')}.`,
  );
}

const listed = async (table: Table, chain: string, kind: GapKind): Promise<number[]> =>
  (await getGaps(table, chain, kind, MAX_COUNTED_GAPS)).map(({ number }) => number);

async function compare(options: Options): Promise<void> {
  const sample = Number(options.sample);
  if (!Number.isInteger(sample) || sample < 1)
    throw new Error(`--sample ${options.sample} is not a whole number above 0`);
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
      `${holding.token} ${holding.holder}${holding.id === undefined ? '' : ` id ${holding.id}`}: ${stored} here, ${actual} on the node`,
    );
  console.log(
    drifts.length === 0
      ? `${sampled} balances compared at block ${block}: all equal.`
      : `${drifts.length} of ${sampled} balances differ at block ${block}. A token that differs in a run at a later block too changes balances without a transfer: the API then reads it from the node.`,
  );
  for (const token of confirmed)
    console.log(`${token} differed at an earlier block too: the API reads it from the node.`);
}
