import type { Command } from 'commander';
import { openService, type Target } from './service';

/** Adds `reconcile`: runs the hourly job by hand, and prints the differences. */
export function reconcileCommand(program: Command, on: (command: Command) => Command): void {
  on(program.command('reconcile'))
    .description("compare a sample of balances with the chain's node")
    .requiredOption('--chain <id>', 'the chain id, as in the configuration')
    .option('--sample <count>', 'number of balances to compare', '200')
    .addHelpText('after', '\nExample:\n  $ npm run cli -- reconcile --chain 43114 --sample 1000')
    .action(async (options: Target & { chain: string; sample: string; json?: boolean }) => {
      const sample = Number(options.sample);
      if (!Number.isInteger(sample) || sample < 1)
        throw new Error(`--sample ${options.sample} is not a whole number above 0`);
      const { table } = await openService(options);
      const [{ reconcile }, { node }] = await Promise.all([
        import('../../lambdas/indexer/reconcile'),
        import('../../lambdas/adapters/node/node'),
      ]);
      const found = await reconcile(table, options.chain, (calls) => node.batch(options.chain, calls), sample);
      const { block, sampled, drifts } = found;
      if (options.json) return console.log(JSON.stringify(found, (_, v) => (typeof v === 'bigint' ? String(v) : v), 2));
      for (const { holding, stored, node: actual } of drifts)
        console.log(
          `${holding.token} ${holding.holder}${holding.id === undefined ? '' : ` id ${holding.id}`}: ${stored} here, ${actual} on the node`,
        );
      console.log(
        drifts.length === 0
          ? `${sampled} balances compared at block ${block}: all equal.`
          : `${drifts.length} of ${sampled} balances differ at block ${block}. Their tokens change balances without a transfer; from now on the API reads them from the node.`,
      );
    });
}
