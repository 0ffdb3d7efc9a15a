import { App, CrossStackReferences, ReferenceStrength, type StackProps, Validations } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { Config } from '../lambdas/core/contract/config';
import { servesNodeRpc } from '../lambdas/node-rpc/contract/routes';
import type { Capability, CodeOf } from './assets';
import { type StackId, stackName } from './stack-names';
import { ApiStack } from './stacks/api';
import { DataStack } from './stacks/data';
import { ExportsStack } from './stacks/exports';
import { IndexerStack } from './stacks/indexer';
import { NodeRpcStack } from './stacks/node-rpc';
import { ObservabilityStack } from './stacks/observability';
import { PChainStack } from './stacks/p-chain';
import { UsageStack } from './stacks/usage';
import { WebhooksStack } from './stacks/webhooks';

/**
 * Stacks read outputs (`Fn::GetStackOutput`): CloudFormation refuses to delete an export that another stack imports,
 * which would block updates that drop a function. Stacks of earlier versions still import the exports.
 */
export function addStacks(app: App, config: Config, toCode: CodeOf, props: StackProps = {}) {
  // Templates are limited to 1 MB; indentation would be a third of that.
  app.node.setContext('@aws-cdk/core:suppressTemplateIndentation', true);
  CrossStackReferences.of(app).consume(ReferenceStrength.BOTH);
  const named = (stack: StackId) => [app, stackName(config.name, stack), config] as const;
  const data = new DataStack(...named('data'), props);
  // Second, because earlier versions import exports that updates of the stacks below may drop.
  const observability = new ObservabilityStack(...named('observability'), data, props);
  const indexer = new IndexerStack(...named('indexer'), data, toCode('indexer'), props);
  const webhooks = new WebhooksStack(...named('webhooks'), { data, indexer }, toCode, props);
  const exports = new ExportsStack(...named('exports'), { data, indexer, webhooks }, toCode, props);
  const usage = new UsageStack(...named('usage'), { data, indexer }, toCode, props);
  const pChain = new PChainStack(...named('p-chain'), { data, indexer }, toCode, props);
  const codeOfRoutes = (routes: Capability) => ({ routes: toCode(routes), http: toCode('http') });
  const nodeRpc = servesNodeRpc(config)
    ? new NodeRpcStack(...named('node-rpc'), { data, indexer, usage }, codeOfRoutes('node-rpc'), props)
    : undefined;
  const workers = { data, indexer, webhooks, exports, usage, pChain, nodeRpc };
  const api = new ApiStack(...named('api'), workers, codeOfRoutes('api'), props);
  // CDK attaches this warning to the first stack that reads an output.
  Validations.of(observability).acknowledge({
    id: 'Annotation::@aws-cdk/core:crossStackReferencesBothTransitional',
    reason: 'Needed for one release only: docs/decisions/0038-stacks-read-outputs.md.',
  });
  for (const worker of [indexer, webhooks, exports, usage]) worker.addStackDependency(observability);
  return { data, api, indexer, webhooks, exports, usage, pChain, ...(nodeRpc ? { nodeRpc } : {}), observability };
}

export const getAssets =
  (folders: Readonly<Record<Capability, string>>): CodeOf =>
  (capability) =>
    Code.fromAsset(folders[capability]);

/** Synthesizes without the CDK CLI, for local mode. Returns the output folder. */
export function synthesize(config: Config, folders: Readonly<Record<Capability, string>>, outdir: string): string {
  const app = new App({ outdir, analyticsReporting: false });
  addStacks(app, config, getAssets(folders));
  return app.synth().directory;
}
