import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { copyStopped } from '../../local/backup';
import { callControl } from './control';
import { getReady } from './service';

export function backupCommand(program: Command): void {
  program
    .command('backup')
    .description('back up the data of a local service, running or stopped')
    .requiredOption('--local <dir>', '--data folder of the service')
    .requiredOption('--to <dir>', 'backup folder; must not exist')
    .addHelpText(
      'after',
      '\nExample:\n  $ npm run cli -- backup --local /var/lib/chain-data --to /backups/2026-11-26\n\nA backup on the same file system shares most files with the original and takes little extra space. It contains keys and secrets: keep it private.',
    )
    .action(async ({ local, to }: { local: string; to: string }) => {
      const [data, copy] = [resolve(local), resolve(to)];
      const answer = existsSync(join(data, 'ready.json'))
        ? await callControl(getReady(data), '/local/backup', { data, to: copy })
        : undefined;
      // `ready.json` outlives the service, so its port may belong to another process by now.
      if (!answer?.isDone) await copyStopped(data, copy);
      console.log(`Copied to ${copy}. Restore it with \`restore --from ${copy} --to DIR\`.`);
    });
}
