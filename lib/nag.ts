import { type Stack, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import type { addStacks } from './app';

/** Every accepted cdk-nag finding, with its reason in a sentence. Any other finding fails the synthesis. */
export function acknowledge({ data, api, indexer, webhooks, nodeRpc }: ReturnType<typeof addStacks>): void {
  accept(data.raw, 'S1', 'Raw blocks are public chain data; who read them needs no log.');
  for (const { rest } of [api.api, ...(nodeRpc ? [nodeRpc.api] : [])]) acceptOfApi(rest);
  const raw = exportedName(data, 'ExportsOutputFnGetAttRawBlocksArnE61BCFBB');
  for (const { spec, service } of [...indexer.functions, ...webhooks.functions])
    for (const prefix of ['raw', 'traces'] as const) {
      const actions = spec.uses[prefix];
      if (!actions) continue;
      const reason = `${spec.id} ${actions.map((action) => `${action}s`).join(' and ')} one object a block or a range, all under this one prefix.`;
      accept(service, `IAM5[Resource::${raw}/${prefix}/*]`, reason);
    }
}

function acceptOfApi(rest: IConstruct): void {
  accept(rest, 'APIG2', 'Handlers check every parameter, and answer in our error shapes.');
  accept(
    rest,
    'APIG1',
    'Access logs need an account-wide role that outlives the stack; every function logs its requests.',
  );
  accept(
    rest,
    'APIG6',
    'Execution logs need an account-wide role that outlives the stack; every function logs its requests.',
  );
  accept(
    rest,
    'APIG3',
    'A WAF rule per address is a switch of the configuration (limitPerAddress), with its price stated.',
  );
}

function accept(scope: IConstruct, rule: string, reason: string): void {
  Validations.of(scope).acknowledge({ id: `AwsSolutions::AwsSolutions-${rule}`, reason });
}

const exportedName = (stack: Stack, output: string): string => `${stack.stackName}:${output}`;
