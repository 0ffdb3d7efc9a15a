import { type Stack, Token, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import type { addStacks } from './app';
import { sourcePatterns } from './constructs/grants';
import type { DataStack } from './stacks/data';

/** Any finding that is not accepted here fails synthesis. */
export function acknowledge({
  data,
  api,
  indexer,
  webhooks,
  exports,
  usage,
  pChain,
  nodeRpc,
}: ReturnType<typeof addStacks>): void {
  accept(data.raw, 'S1', 'Raw blocks are public chain data; reads need no log.');
  accept(data.exports, 'S1', 'Operations record the owner of each file, and the functions log each request.');
  accept(
    usage.accessLogs,
    'S1',
    'This is the access log of the APIs itself; only Firehose writes it, and only one function reads it.',
  );
  accept(usage, 'IAM5[Resource::<AccessLogs.Arn>/*]', 'The bucket contains only the access log.');
  accept(data.deadLetters, 'SQS3', 'This is the dead-letter queue itself; its source queues are in other stacks.');
  accept(exports, 'SF1', 'Step Functions keeps the history of each execution for 90 days; the functions log.');
  accept(exports, 'SF2', 'Each step is a single function, and its log covers a trace.');
  for (const { rest } of [api.api, ...(nodeRpc ? [nodeRpc.api] : [])]) acceptOfApi(rest);
  for (const pattern of sourcePatterns(data.resources.sources.chains))
    for (const stack of [api, indexer, webhooks])
      accept(
        stack,
        `IAM5[Resource::${getParameters(data)}/${pattern}]`,
        'Only the nodes of this service; a policy cannot list hundreds of them.',
      );
  const raw = getOutput(data, 'PublishOutputFnGetAttRawBlocksArn656DEEAF');
  const files = getOutput(data, 'PublishOutputFnGetAttExportFilesArn52D30200');
  const buckets = {
    raw: [raw, 'a block or a range'],
    traces: [raw, 'a block or a range'],
    states: [raw, 'a state'],
    parts: [files, 'a part of an export'],
    files: [files, 'an export'],
  } as const;
  for (const { spec, service } of [indexer, webhooks, exports].flatMap((stack) => stack.functions))
    for (const [prefix, [bucket, what]] of Object.entries(buckets)) {
      const actions = spec.uses[prefix as keyof typeof buckets];
      if (!actions) continue;
      const reason = `${spec.id} ${actions.map((action) => `${action}s`).join(' and ')} one object ${what}, all under this prefix.`;
      accept(service, `IAM5[Resource::${bucket}/${prefix}/*]`, reason);
    }
  accept(pChain, `IAM5[Resource::${raw}/states/*]`, 'Validator lists read one snapshot each, all under this prefix.');
  for (const prefix of ['raw', 'traces'])
    accept(
      webhooks,
      `IAM5[Resource::${raw}/${prefix}/*]`,
      'The feed rebuilds messages from one object a block, all under this prefix.',
    );
  for (const prefix of ['raw', 'traces', 'states'])
    accept(
      api,
      `IAM5[Resource::${raw}/${prefix}/*]`,
      'Metrics read the newest blocks and sets of addresses, one object each, all under this prefix.',
    );
  accept(exports, `IAM5[Resource::${files}/files/*]`, 'URLs are signed for one file each, all under this prefix.');
}

function acceptOfApi(rest: IConstruct): void {
  accept(rest, 'APIG2', 'Handlers validate every parameter and respond in our error shape.');
  accept(
    rest,
    'APIG6',
    'Execution logs need an account-wide role that outlives the stack; functions log every request instead.',
  );
  accept(rest, 'APIG3', 'A WAF rule per address is optional (limitPerAddress), as it has a price.');
}

function accept(scope: IConstruct, rule: string, reason: string): void {
  Validations.of(scope).acknowledge({ id: `AwsSolutions::AwsSolutions-${rule}`, reason });
}

/** cdk-nag's notation of the source URLs' path. */
function getParameters({ region, account, resources: { sources } }: DataStack): string {
  const shown = (value: string, name: string) => (Token.isUnresolved(value) ? `<AWS::${name}>` : value);
  return `arn:<AWS::Partition>:ssm:${shown(region, 'Region')}:${shown(account, 'AccountId')}:parameter${sources.path}`;
}

const getOutput = (stack: Stack, OutputName: string): string => {
  const { stackName: StackName, region } = stack;
  return JSON.stringify(stack.resolve({ 'Fn::GetStackOutput': { StackName, Region: region, OutputName } }));
};
