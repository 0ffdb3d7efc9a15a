import type { Table } from './dynamodb/dynalite';
import type { Resources } from './resources';
import type { BucketDeclaration, QueueDeclaration } from './storage/thread';

export function tableDeclarations(resources: Resources): Table[] {
  return resources.of('AWS::DynamoDB::Table').map(({ ref, properties }) => {
    const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, TimeToLiveSpecification: ttl } = properties;
    const indexes = GlobalSecondaryIndexes?.map(
      ({ IndexName, KeySchema, Projection: { ProjectionType, NonKeyAttributes } }) => {
        return {
          IndexName,
          KeySchema,
          Projection: { ProjectionType, ...(NonKeyAttributes ? { NonKeyAttributes } : {}) },
        };
      },
    );
    return {
      TableName: ref,
      AttributeDefinitions,
      KeySchema,
      ...(indexes ? { GlobalSecondaryIndexes: indexes } : {}),
      ...(ttl?.Enabled ? { ttlAttribute: ttl.AttributeName } : {}),
    };
  });
}

export function queueDeclarations(resources: Resources): QueueDeclaration[] {
  return resources.of('AWS::SQS::Queue').map(({ ref, attributes: { Arn = '', QueueName = '' }, properties }) => {
    const { VisibilityTimeout, DelaySeconds, ReceiveMessageWaitTimeSeconds, RedrivePolicy, FifoQueue } = properties;
    const attributes = {
      VisibilityTimeout,
      DelaySeconds,
      ReceiveMessageWaitTimeSeconds,
      FifoQueue,
      ContentBasedDeduplication: properties.ContentBasedDeduplication,
      RedrivePolicy: RedrivePolicy && JSON.stringify(RedrivePolicy),
    };
    const set = Object.entries(attributes).filter(([, value]) => value !== undefined);
    return {
      name: QueueName,
      url: ref,
      arn: Arn,
      attributes: Object.fromEntries(set.map(([name, value]) => [name, String(value)])),
    };
  });
}

export function bucketDeclarations(resources: Resources): BucketDeclaration[] {
  return resources
    .of('AWS::S3::Bucket')
    .map(({ ref, properties }) => ({ name: ref, cors: properties.CorsConfiguration?.CorsRules ?? [] }));
}
