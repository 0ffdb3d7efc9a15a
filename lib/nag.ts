import { type Stack, Token, Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import type { addStacks } from './app';
import { sourcePatterns } from './constructs/grants';
import type { DataStack } from './stacks/data';

/** Every accepted cdk-nag finding, with its reason in a sentence. Any other finding fails the synthesis. */
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
  accept(data.raw, 'S1', 'Raw blocks are public chain data; who read them needs no log.');
  accept(data.exports, 'S1', 'Operations tell who asked for a file, and the functions log each.');
  accept(usage.accessLogs, 'S1', 'It is the access log of the APIs; Firehose writes it, and one function reads it.');
  accept(usage, 'IAM5[Resource::<AccessLogs.Arn>/*]', 'The bucket has the access log and nothing else.');
  accept(
    data.deadLetters,
    'SQS3',
    'It is the queue of dead letters itself; the queues that it serves are in other stacks.',
  );
  accept(exports, 'SF1', 'Step Functions keeps the history of each execution for 90 days; the functions log.');
  accept(exports, 'SF2', 'A step is one function, whose log has what a trace would show.');
  for (const { rest } of [api.api, ...(nodeRpc ? [nodeRpc.api] : [])]) acceptOfApi(rest);
  for (const pattern of sourcePatterns(data.resources.sources.chains))
    for (const stack of [api, indexer, webhooks])
      accept(
        stack,
        `IAM5[Resource::${getParameters(data)}/${pattern}]`,
        'Nodes of this service alone: a policy cannot list hundreds.',
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
      const reason = `${spec.id} ${actions.map((action) => `${action}s`).join(' and ')} one object ${what}, all under this one prefix.`;
      accept(service, `IAM5[Resource::${bucket}/${prefix}/*]`, reason);
    }
  accept(
    pChain,
    `IAM5[Resource::${raw}/states/*]`,
    'Lists of validators read one snapshot each, all under this one prefix.',
  );
  accept(exports, `IAM5[Resource::${files}/files/*]`, 'URLs are signed for one file each, all under this one prefix.');
}

function acceptOfApi(rest: IConstruct): void {
  accept(rest, 'APIG2', 'Handlers check every parameter, and answer in our error shapes.');
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

/** How cdk-nag writes the path of the source URLs. */
function getParameters({ region, account, resources: { sources } }: DataStack): string {
  const shown = (value: string, name: string) => (Token.isUnresolved(value) ? `<AWS::${name}>` : value);
  return `arn:<AWS::Partition>:ssm:${shown(region, 'Region')}:${shown(account, 'AccountId')}:parameter${sources.path}`;
}

/** How cdk-nag writes an output of another stack. */
const getOutput = (stack: Stack, OutputName: string): string => {
  const { stackName: StackName, region } = stack;
  return JSON.stringify(stack.resolve({ 'Fn::GetStackOutput': { StackName, Region: region, OutputName } }));
};
