import type { Command } from 'commander';
import { openService, type Target } from './service';

/** Adds `reconcile`: what the scheduled job does each hour, by hand, with the differences printed. */
export function reconcileCommand(program: Command, on: (command: Command) => Command): void {
  on(program.command('reconcile'))
    .description("compare a sample of balances with the chain's node")
    .requiredOption('--chain <id>', 'EVM chain id, as in the configuration')
    .option('--sample <count>', 'balances to look at', '200')
    .addHelpText('after', '\nExample:\n  $ npm run cli -- reconcile --chain 43114 --sample 1000')
    .action(async (asked: Target & { chain: string; sample: string; json?: boolean }) => {
      const sample = Number(asked.sample);
      if (!Number.isInteger(sample) || sample < 1)
        throw new Error(`--sample ${asked.sample} is no whole number above 0`);
      const { table } = await openService(asked);
      const [{ reconcile }, { node }] = await Promise.all([
        import('../../lambdas/indexer/reconcile'),
        import('../../lambdas/adapters/node/node'),
      ]);
      const found = await reconcile(table, asked.chain, (calls) => node.batch(asked.chain, calls), sample);
      const { block, sampled, drifts } = found;
      if (asked.json) return console.log(JSON.stringify(found, (_, v) => (typeof v === 'bigint' ? String(v) : v), 2));
      for (const { holding, stored, node: told } of drifts)
        console.log(
          `${holding.token} ${holding.holder}${holding.id === undefined ? '' : ` id ${holding.id}`}: ${stored} here, ${told} on the node`,
        );
      console.log(
        drifts.length === 0
          ? `${sampled} balances compared at block ${block}: all equal.`
          : `${drifts.length} of ${sampled} balances differ at block ${block}. Their tokens change balances without a transfer; the API asks the node for them from now on.`,
      );
    });
}
