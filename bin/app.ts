import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { Config } from '../lambdas/core/contract/config';
import { addStacks, getAssets } from '../lib/app';
import { buildAssets } from '../lib/assets';
import { DEPLOYED } from '../lib/chain-defaults';
import { loadConfig } from '../lib/config';
import { acknowledge } from '../lib/nag';
import { idlePrice } from '../lib/price';
import { concurrencyLine } from '../lib/quotas';
import { upgradeNotes } from './upgrade-notes';

// Entry point of the CDK: `npx cdk synth`, `npx cdk deploy --all`, `-c config=FILE`.
const app = new App();
const file: unknown = app.node.tryGetContext('config');
const config = read(typeof file === 'string' ? file : undefined);
const folders = await buildAssets(config, DEPLOYED);
const account = process.env.CDK_DEFAULT_ACCOUNT;
const region = process.env.CDK_DEFAULT_REGION;
const stacks = addStacks(app, config, getAssets(folders), account && region ? { env: { account, region } } : {});
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
acknowledge(stacks);
console.error(idlePrice(config));
console.error(concurrencyLine(config));
for (const note of upgradeNotes) console.error(note);

function read(file: string | undefined): Config {
  try {
    return loadConfig(file);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
