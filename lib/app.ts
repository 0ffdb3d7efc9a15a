import { Annotations, App, CrossStackReferences, ReferenceStrength, type StackProps } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { Config } from '../lambdas/contract/config';
import type { Capability } from './assets';
import { type StackId, stackName } from './stack-names';
import { ApiStack } from './stacks/api';
import { DataStack } from './stacks/data';
import { ExportsStack } from './stacks/exports';
import { IndexerStack } from './stacks/indexer';
import { NodeRpcStack } from './stacks/node-rpc';
import { ObservabilityStack } from './stacks/observability';
import { UsageStack } from './stacks/usage';
import { WebhooksStack } from './stacks/webhooks';

/** The asset of a capability: anew at each call, as an asset belongs to one stack. */
type CodeOf = (capability: Capability) => Code;

/**
 * Adds every stack to the app; tests pass inline code.
 *
 * Stacks read each other's outputs (`Fn::GetStackOutput`), as CloudFormation refuses to delete an export that another
 * stack imports: a function that a configuration or a version no longer has would block the update. The exports remain for stacks that
 * were deployed before, which import them until they are updated.
 */
export function addStacks(app: App, config: Config, codeOf: CodeOf, props: StackProps = {}) {
  CrossStackReferences.of(app).consume(ReferenceStrength.BOTH);
  Annotations.of(app).acknowledgeWarning('@aws-cdk/core:crossStackReferencesBothTransitional');
  const named = (stack: StackId) => [app, stackName(config.name, stack), config] as const;
  const data = new DataStack(...named('data'), props);
  // Updated before the stacks that it watched by their exports in earlier versions.
  const observability = new ObservabilityStack(...named('observability'), data, props);
  const indexer = new IndexerStack(...named('indexer'), data, codeOf('indexer'), props);
  const webhooks = new WebhooksStack(...named('webhooks'), { data, indexer }, codeOf('webhooks'), props);
  const exports = new ExportsStack(...named('exports'), { data, indexer, webhooks }, codeOf('exports'), props);
  const usage = new UsageStack(...named('usage'), { data, indexer }, codeOf('usage'), props);
  const codeOfRoutes = (routes: Capability) => ({ routes: codeOf(routes), http: codeOf('http') });
  const nodeRpc =
    config.pChains.length > 0
      ? new NodeRpcStack(...named('node-rpc'), { data, indexer, usage }, codeOfRoutes('node-rpc'), props)
      : undefined;
  const workers = { data, indexer, webhooks, exports, usage, nodeRpc };
  const api = new ApiStack(...named('api'), workers, codeOfRoutes('api'), props);
  for (const worker of [indexer, webhooks, exports, usage]) worker.addStackDependency(observability);
  return { data, api, indexer, webhooks, exports, usage, ...(nodeRpc ? { nodeRpc } : {}), observability };
}

/** The assets of the capabilities' build folders. */
export const assetsOf =
  (folders: Readonly<Record<Capability, string>>): CodeOf =>
  (capability) =>
    Code.fromAsset(folders[capability]);

/** Synthesizes into a folder without the CDK command line; local mode runs the result. Returns the folder. */
export function synthesize(config: Config, folders: Readonly<Record<Capability, string>>, outdir: string): string {
  const app = new App({ outdir, analyticsReporting: false });
  addStacks(app, config, assetsOf(folders));
  return app.synth().directory;
}
