import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { copyStopped, restoreData } from '../../local/backup';
import { callControl } from './control';
import { getReady } from './service';

/** Adds `backup` and `restore`: copies of the data folder of local mode. */
export function backupCommands(program: Command): void {
  program
    .command('backup')
    .description('copy the data of a service that runs on this machine, while it runs or stopped')
    .requiredOption('--local <dir>', 'its --data folder')
    .requiredOption('--to <dir>', 'the copy: a folder that does not exist yet')
    .addHelpText(
      'after',
      '\nExample:\n  $ npm run cli -- backup --local /var/lib/chain-data --to /backups/2026-11-26\n\nA copy on the same file system shares most of its files with the original and takes little space. It contains keys and secrets: keep it private.',
    )
    .action(async ({ local, to }: { local: string; to: string }) => {
      const [data, copy] = [resolve(local), resolve(to)];
      const answer = existsSync(join(data, 'ready.json'))
        ? await callControl(getReady(data), '/local/backup', { data, to: copy })
        : undefined;
      // The file stays when a service ends, and its port may have another owner by now.
      if (!answer?.isDone) await copyStopped(data, copy);
      console.log(`Copied to ${copy}. \`restore --from ${copy} --to DIR\` makes a data folder of it.`);
    });

  program
    .command('restore')
    .description('make a data folder of a copy')
    .requiredOption('--from <dir>', 'a copy that `backup` made; it stays as it is')
    .requiredOption('--to <dir>', 'the data folder: one that does not exist yet')
    .addHelpText(
      'after',
      '\nExample:\n  $ npm run cli -- restore --from /backups/2026-11-26 --to /var/lib/chain-data\n  $ npm run local -- --config my-chains.json --data /var/lib/chain-data\n\nStop the original first if both use the same ports or send webhooks: a copy sends again what was not sent at its time.',
    )
    .action(({ from, to }: { from: string; to: string }) => {
      restoreData(resolve(from), resolve(to));
      console.log(`Restored. Start it with \`npm run local -- --data ${to}\` and its configuration.`);
    });
}
