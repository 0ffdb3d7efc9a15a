import { readDefinition } from '../gateway/definition';
import { ACCOUNT } from '../identities';
import type { Resources } from '../resources';
import { taskArns } from '../task-arns';
import { assumed, type Role } from './roles';
import { type Access, isAllowed } from './statements';

const CONSUMES = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

/** Checks calls by AWS services, which AWS denies at run time, sometimes silently. Throws a one-sentence error. */
export function checkWiring(resources: Resources, roles: ReadonlyMap<string, Role>): void {
  const demand = (place: string, arn: string, service: string, accesses: readonly Access[]) => {
    const role = assumed(roles, arn, service, place);
    for (const access of accesses)
      if (!isAllowed(role.statements, access))
        throw new Error(`${place} needs ${access.action} on ${access.resource}, which its role ${arn} does not allow.`);
  };
  const invokes = (uri: string): Access => ({
    action: 'lambda:InvokeFunction',
    resource: /arn:aws:lambda:[^/]+/.exec(uri.split('/functions/').at(-1) ?? '')?.[0] ?? uri,
  });

  for (const { stack, logicalId, properties } of resources.of('AWS::Lambda::EventSourceMapping')) {
    const fn = resources.of('AWS::Lambda::Function').find(({ ref }) => ref === properties.FunctionName);
    const accesses = CONSUMES.map((action) => ({ action, resource: properties.EventSourceArn }));
    demand(`${stack}/${logicalId}`, fn?.properties.Role ?? '', 'lambda.amazonaws.com', accesses);
  }
  for (const { stack, logicalId, properties } of resources.of('AWS::Scheduler::Schedule')) {
    const { Arn, RoleArn } = properties.Target;
    demand(`${stack}/${logicalId}`, RoleArn, 'scheduler.amazonaws.com', [invokes(Arn)]);
  }
  for (const { stack, logicalId, properties } of resources.of('AWS::StepFunctions::StateMachine')) {
    const accesses = taskArns(properties.DefinitionString).map(invokes);
    demand(`${stack}/${logicalId}`, properties.RoleArn, 'states.amazonaws.com', accesses);
  }
  for (const { stack, logicalId, properties } of resources.of('AWS::ApiGateway::RestApi')) {
    const { operations } = readDefinition(properties.Name, properties.Body);
    const integrations = operations.flatMap(({ integration }) =>
      integration.type === 'aws_proxy' ? [integration] : [],
    );
    const authorizers = operations.flatMap(({ authorizer }) => authorizer ?? []);
    for (const { uri, credentials } of [...integrations, ...authorizers])
      demand(`${stack}/${logicalId}`, credentials, 'apigateway.amazonaws.com', [invokes(uri)]);
  }
  for (const { stack, logicalId, properties } of resources.of('AWS::KinesisFirehose::DeliveryStream')) {
    const { BucketARN, RoleARN } = properties.ExtendedS3DestinationConfiguration;
    const accesses = [{ action: 's3:PutObject', resource: `${BucketARN}/any` }];
    demand(`${stack}/${logicalId}`, RoleARN, 'firehose.amazonaws.com', accesses);
  }
  checkAnnouncements(resources, roles);
  for (const { stack, logicalId, attributes, properties } of resources.of('AWS::Events::Rule'))
    for (const { Arn, DeadLetterConfig } of properties.Targets)
      for (const queue of [Arn, ...(DeadLetterConfig ? [DeadLetterConfig.Arn] : [])])
        if (!mayReceive(resources, queue, 'events.amazonaws.com', attributes.Arn ?? ''))
          throw new Error(`${stack}/${logicalId} sends to ${queue}, but the queue policy does not allow it.`);
}

/** Only delivery streams announce their objects here: a function that writes to such a bucket would not. */
function checkAnnouncements(resources: Resources, roles: ReadonlyMap<string, Role>): void {
  const functions = resources.of('AWS::Lambda::Function');
  for (const { stack, logicalId, attributes, properties } of resources.of('AWS::S3::Bucket')) {
    const arn = attributes.Arn ?? '';
    const announced = properties.NotificationConfiguration?.QueueConfigurations ?? [];
    for (const { Queue } of announced)
      if (!mayReceive(resources, Queue, 's3.amazonaws.com', arn))
        throw new Error(`${stack}/${logicalId} announces objects to ${Queue}, but the queue policy does not allow it.`);
    const access = { action: 's3:PutObject', resource: `${arn}/any` };
    const writer = functions.find(({ properties: { Role } }) => isAllowed(roles.get(Role)?.statements ?? [], access));
    if (announced.length > 0 && writer)
      throw new Error(
        `${writer.stack}/${writer.logicalId} may write to ${stack}/${logicalId}, which announces its objects; the local runner only announces objects of delivery streams.`,
      );
  }
}

/** By the queue's policy: rules and buckets have no role. */
function mayReceive(resources: Resources, queue: string, service: string, source: string): boolean {
  const found = resources.of('AWS::SQS::Queue').find(({ attributes }) => attributes.Arn === queue);
  const statements = resources
    .of('AWS::SQS::QueuePolicy')
    .filter(({ properties }) => properties.Queues.includes(found?.ref ?? ''))
    .flatMap(({ properties }) => properties.PolicyDocument.Statement)
    .filter(({ Principal }) => {
      return Principal === '*' || ('Service' in Principal && Principal.Service.includes(service));
    });
  const context = { 'aws:SourceArn': [source], 'aws:SourceAccount': [ACCOUNT], 'aws:SecureTransport': ['true'] };
  return isAllowed(statements, { action: 'sqs:SendMessage', resource: queue, context });
}
