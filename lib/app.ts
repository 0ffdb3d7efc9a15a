import { App, type StackProps } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { Config } from '../lambdas/contract/config';
import type { Capability } from './assets';
import { type STACKS, stackName } from './stack-names';
import { ApiStack } from './stacks/api';
import { DataStack } from './stacks/data';
import { IndexerStack } from './stacks/indexer';
import { ObservabilityStack } from './stacks/observability';
import { WebhooksStack } from './stacks/webhooks';

/** Adds every stack to the app. `code`: the asset of each capability; tests pass inline code. */
export function addStacks(app: App, config: Config, code: Readonly<Record<Capability, Code>>, props: StackProps = {}) {
  const named = (stack: (typeof STACKS)[number]) => [app, stackName(config.name, stack), config] as const;
  const data = new DataStack(...named('data'), props);
  const indexer = new IndexerStack(...named('indexer'), data, code.indexer, props);
  const webhooks = new WebhooksStack(...named('webhooks'), { data, indexer }, code.webhooks, props);
  const api = new ApiStack(...named('api'), { data, indexer, webhooks }, code, props);
  const observability = new ObservabilityStack(...named('observability'), { data, indexer, webhooks }, props);
  return { data, api, indexer, webhooks, observability };
}

/** The asset of each capability's build folder. */
export const codeOf = (folders: Readonly<Record<Capability, string>>): Record<Capability, Code> => ({
  api: Code.fromAsset(folders.api),
  indexer: Code.fromAsset(folders.indexer),
  webhooks: Code.fromAsset(folders.webhooks),
  http: Code.fromAsset(folders.http),
});

/** Synthesizes into a folder without the CDK command line; local mode runs the result. Returns the folder. */
export function synthesize(config: Config, folders: Readonly<Record<Capability, string>>, outdir: string): string {
  const app = new App({ outdir, analyticsReporting: false });
  addStacks(app, config, codeOf(folders));
  return app.synth().directory;
}
