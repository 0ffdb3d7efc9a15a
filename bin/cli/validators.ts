import type { Command } from 'commander';
import type { L1ValidatorDetailsFull } from '../../lambdas/pchain/contract/schemas/l1-validators';
import { type Api, type ApiTarget, ask, getApi, onApi } from './api';

interface Options extends ApiTarget {
  readonly network: string;
  readonly maxDaysLeft?: string;
  readonly subnet?: string;
  readonly json?: boolean;
}

interface Page {
  readonly validators: readonly L1ValidatorDetailsFull[];
  readonly nextPageToken?: string;
}

const NANO_AVAX = 1_000_000_000;
/** Of a JavaScript date. */
const MAX_DATE_SECONDS = 8_640_000_000_000;
const toMinute = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 16);

/** Calls the API as any caller does. */
export function validatorsCommand(program: Command): void {
  onApi(program.command('validators'))
    .description('list active L1 validators, soonest to run out of balance first')
    .requiredOption('--network <network>', 'network of the P-Chain, such as mainnet or fuji')
    .option('--max-days-left <days>', 'only validators with at most this many days left')
    .option('--subnet <id>', 'only validators of this L1')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ npm run cli -- validators --local .local --network fuji\n  $ npm run cli -- validators --url https://… --key pro_… --network mainnet --max-days-left 7 --json\n\nDays left assume the current fee: see daysLeft in the API reference. With --json, a cron job can test whether the list is empty.',
    )
    .action(async (options: Options) => {
      const validators = await listAll(getApi(options), options);
      if (options.json) return console.log(JSON.stringify(validators, null, 2));
      for (const line of validatorLines(validators)) console.log(line);
    });
}

async function listAll(
  api: Api,
  { network, maxDaysLeft, subnet }: Options,
): Promise<readonly L1ValidatorDetailsFull[]> {
  const found: L1ValidatorDetailsFull[] = [];
  const query = new URLSearchParams({
    ...{ sortBy: 'daysLeft', pageSize: '100' },
    ...(maxDaysLeft === undefined ? {} : { maxDaysLeft }),
    ...(subnet === undefined ? {} : { subnetId: subnet }),
  });
  for (;;) {
    const path = `/v1/networks/${encodeURIComponent(network)}/l1Validators?${query}`;
    const { validators, nextPageToken } = await ask<Page>(api, path);
    found.push(...validators);
    if (nextPageToken === undefined) return found;
    query.set('pageToken', nextPageToken);
  }
}

export function validatorLines(validators: readonly L1ValidatorDetailsFull[]): string[] {
  if (validators.length === 0) return ['No active L1 validator matches.'];
  return validators.map(({ daysLeft = 0, runsOutAt = 0, remainingBalance, nodeId, subnetId, validationId }) => {
    const at = runsOutAt > MAX_DATE_SECONDS ? 'after the year 275000' : `${toMinute(runsOutAt)}Z`;
    return `${daysLeft.toFixed(2).padStart(8)} days left, runs out ${at}, ${(remainingBalance / NANO_AVAX).toFixed(4)} AVAX: ${nodeId} of ${subnetId} (${validationId})`;
  });
}
