import { getResources, type Resource, templatesFor } from '../support/sources/templates';

/** A statement of a policy that is attached to a resource. */
interface Statement {
  readonly Sid?: string;
  readonly Effect: 'Allow' | 'Deny';
  readonly Principal: { readonly Service?: string; readonly AWS?: unknown } | '*';
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
/** A service that a resource must admit, derived from the template itself. */
interface Caller {
  readonly resource: string;
  readonly action: string;
  readonly service: string;
  readonly condition: unknown;
}

/** Policy types, each with the property that names its resources. */
const POLICIES = {
  'AWS::SNS::TopicPolicy': 'Topics',
  'AWS::SQS::QueuePolicy': 'Queues',
  'AWS::S3::BucketPolicy': 'Bucket',
} as const;
const PROTECTED = ['AWS::SNS::Topic', 'AWS::SQS::Queue', 'AWS::S3::Bucket'];

/** The logical ID in a reference within a stack, or in the name of another stack's output. */
const toId = (reference: unknown): string => {
  const text = JSON.stringify(reference);
  return (
    /"Ref":"(\w+)"/.exec(text)?.[1] ??
    /"Fn::GetAtt":\["(\w+)"/.exec(text)?.[1] ??
    /PublishOutput(?:Ref|FnGetAtt)(\w+?)(?:Arn)?[0-9A-F]{8}"/.exec(text)?.[1] ??
    text
  );
};

/** The condition of the dead-letter queue: any rule of the same account. */
const rules = ['arn:', { Ref: 'AWS::Partition' }, ':events:', { Ref: 'AWS::Region' }, ':', { Ref: 'AWS::AccountId' }];
const ofAnyRule = {
  StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } },
  ArnLike: { 'aws:SourceArn': { 'Fn::Join': ['', [...rules, ':rule/*']] } },
};

describe.each([
  ['the default configuration', {}],
  [
    'three chains',
    { chains: [{ chainId: '1' }, { chainId: '5', follower: 'minute' }, { chainId: '7', traces: false }] },
  ],
  ['deletable data', { data: 'destroy', alarmEmail: 'on-call@example.com' }],
])('the policies of topics, queues, buckets and keys: %s', (_, config) => {
  const templates = templatesFor(config);
  const all = (type: string): [string, Resource][] => getResources(templates, type);
  const statements = Object.entries(POLICIES).flatMap(([type, property]) =>
    all(type).flatMap(([, { Properties }]) =>
      [Properties[property]].flat().flatMap((target) =>
        (Properties.PolicyDocument as { Statement: Statement[] }).Statement.map((statement) => ({
          ...statement,
          on: toId(target),
        })),
      ),
    ),
  );
  const callers: Caller[] = [
    ...all('AWS::CloudWatch::Alarm').flatMap(([, { Properties }]) =>
      [Properties.AlarmActions, Properties.OKActions].flat().map((topic) => ({
        resource: toId(topic),
        action: 'sns:Publish',
        service: 'cloudwatch.amazonaws.com',
        condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      })),
    ),
    ...all('AWS::Events::Rule').flatMap(([rule, { Properties }]) =>
      (Properties.Targets as { Arn: unknown; DeadLetterConfig?: { Arn: unknown } }[])
        .flatMap(({ Arn, DeadLetterConfig }) => [
          { queue: Arn, condition: { ArnEquals: { 'aws:SourceArn': { 'Fn::GetAtt': [rule, 'Arn'] } } } },
          // In another stack, which is deployed before the rule.
          { queue: DeadLetterConfig?.Arn, condition: ofAnyRule },
        ])
        .map(({ queue, condition }) => ({
          resource: toId(queue),
          action: 'sqs:SendMessage',
          service: 'events.amazonaws.com',
          condition,
        })),
    ),
    ...all('AWS::S3::Bucket').flatMap(([, { Properties }]) =>
      (
        (Properties.NotificationConfiguration ?? { QueueConfigurations: [] }) as {
          QueueConfigurations: { Queue: unknown }[];
        }
      ).QueueConfigurations.map(({ Queue }) => ({
        resource: toId(Queue),
        action: 'sqs:SendMessage',
        service: 's3.amazonaws.com',
        condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      })),
    ),
  ];
  const admits = (statement: (typeof statements)[number], { resource, action, service, condition }: Caller): boolean =>
    statement.Effect === 'Allow' &&
    statement.on === resource &&
    toId(statement.Resource) === resource &&
    [statement.Action].flat().includes(action) &&
    typeof statement.Principal === 'object' &&
    statement.Principal.Service === service &&
    JSON.stringify(statement.Condition) === JSON.stringify(condition);

  test('alarms may publish to the topic, and rules and buckets may send to their queues', () => {
    expect(new Set(callers.map(({ service }) => service)).size).toBe(3);
    for (const caller of callers)
      expect([caller, statements.filter((statement) => admits(statement, caller)).length]).toEqual([caller, 1]);
  });

  test('no other principal is admitted, except to empty buckets before their deletion', () => {
    const others = statements
      .filter(({ Effect }) => Effect === 'Allow')
      .filter((statement) => !callers.some((caller) => admits(statement, caller)));
    // CDK's own function, which empties a bucket before it is deleted.
    const emptying = 'data' in config ? ['RawBlocks', 'ExportFiles', 'AccessLogs'] : [];
    expect(others.map(({ on }) => on)).toEqual(emptying);
    expect(others.map(({ Principal }) => Object.keys(Principal))).toEqual(emptying.map(() => ['AWS']));
    for (const { Principal } of others) expect(JSON.stringify(Principal)).toContain('CustomS3AutoDeleteObjects');
  });

  test('every topic, queue and bucket denies unencrypted requests and nothing else', () => {
    const denials = statements.filter(({ Effect }) => Effect === 'Deny');
    for (const { Condition } of denials) expect(Condition).toEqual({ Bool: { 'aws:SecureTransport': 'false' } });
    const ids = PROTECTED.flatMap((type) => all(type).map(([id]) => id));
    expect(denials.map(({ on }) => on).toSorted()).toEqual(ids.toSorted());
  });

  test('every rule sends undeliverable events to the dead-letter queue', () => {
    for (const [, { Properties }] of all('AWS::Events::Rule'))
      for (const target of Properties.Targets as { DeadLetterConfig?: unknown }[])
        expect(toId(target.DeadLetterConfig)).toContain('DeadLetters');
  });

  test('there is no KMS key of our own, and no policy on the bus or the table', () => {
    // The policy of a key would have to admit the callers too.
    expect(all('AWS::KMS::Key')).toEqual([]);
    expect(all('AWS::Events::EventBusPolicy')).toEqual([]);
    for (const [, { Properties }] of all('AWS::DynamoDB::Table'))
      expect(Properties).not.toHaveProperty('ResourcePolicy');
  });
});
