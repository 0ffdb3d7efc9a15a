import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { addStacks, assetsOf } from '../lib/app';
import { buildAssets } from '../lib/assets';
import { loadConfig } from '../lib/config';
import { acknowledge } from '../lib/nag';
import { idlePrice } from '../lib/price';
import { concurrencyLine } from '../lib/quotas';

/** How often a deployed follower polls the head, unless a chain configures it. */
const POLL_INTERVAL_MS = 1_000;

// The CDK app: `npx cdk synth`, `npx cdk deploy --all`, `-c config=FILE`.
const app = new App();
const file: unknown = app.node.tryGetContext('config');
const config = loadConfig(typeof file === 'string' ? file : undefined);
const folders = await buildAssets(config, POLL_INTERVAL_MS);
const account = process.env.CDK_DEFAULT_ACCOUNT;
const region = process.env.CDK_DEFAULT_REGION;
const stacks = addStacks(app, config, assetsOf(folders), account && region ? { env: { account, region } } : {});
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
acknowledge(stacks);
console.error(idlePrice(config));
console.error(concurrencyLine(config));
