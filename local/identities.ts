/** Twelve zeros, as in fauxqs. */
export const ACCOUNT = '000000000000';
export const REGION = 'us-east-1';

export interface Identity {
  readonly ref: string;
  readonly attributes: Readonly<Record<string, string>>;
}

interface Named {
  readonly type: string;
  readonly stack: string;
  readonly logicalId: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** IDs and ARNs derive from names only, so that they are the same in every run. */
export function identify({ type, stack, logicalId, properties }: Named, queueEndpoint: string): Identity {
  const id = `${stack}-${logicalId}`;
  const named = (property: string): string => String(properties[property] ?? id);
  switch (type) {
    case 'AWS::DynamoDB::Table': {
      const name = named('TableName');
      return { ref: name, attributes: { Arn: arn('dynamodb', `table/${name}`) } };
    }
    case 'AWS::SSM::Parameter':
      return { ref: named('Name'), attributes: {} };
    case 'AWS::SQS::Queue': {
      const name = named('QueueName');
      return { ref: `${queueEndpoint}/${ACCOUNT}/${name}`, attributes: { Arn: arn('sqs', name), QueueName: name } };
    }
    case 'AWS::S3::Bucket': {
      const name = named('BucketName').toLowerCase();
      return { ref: name, attributes: { Arn: `arn:aws:s3:::${name}` } };
    }
    case 'AWS::Lambda::Function': {
      const name = named('FunctionName');
      return { ref: name, attributes: { Arn: arn('lambda', `function:${name}`) } };
    }
    case 'AWS::IAM::Role': {
      const name = named('RoleName');
      return { ref: name, attributes: { Arn: `arn:aws:iam::${ACCOUNT}:role/${name}` } };
    }
    case 'AWS::Events::EventBus': {
      const name = named('Name');
      return { ref: name, attributes: { Name: name, Arn: arn('events', `event-bus/${name}`) } };
    }
    case 'AWS::Events::Rule':
      return { ref: named('Name'), attributes: { Arn: arn('events', `rule/${named('Name')}`) } };
    case 'AWS::KinesisFirehose::DeliveryStream': {
      const name = named('DeliveryStreamName');
      return { ref: name, attributes: { Arn: arn('firehose', `deliverystream/${name}`) } };
    }
    case 'AWS::StepFunctions::StateMachine': {
      const name = named('StateMachineName');
      const own = arn('states', `stateMachine:${name}`);
      return { ref: own, attributes: { Arn: own, Name: name } };
    }
    case 'AWS::Scheduler::Schedule':
      return { ref: named('Name'), attributes: { Arn: arn('scheduler', `schedule/default/${named('Name')}`) } };
    case 'AWS::ApiGateway::RestApi':
      return { ref: id, attributes: { RestApiId: id, RootResourceId: `${id}-root` } };
    case 'AWS::ApiGateway::Stage':
      return { ref: named('StageName'), attributes: {} };
    case 'AWS::ApiGateway::UsagePlan':
      return { ref: id, attributes: { Id: id } };
    case 'AWS::ApiGateway::ApiKey':
      return { ref: id, attributes: { APIKeyId: id } };
    case 'AWS::SNS::Topic':
      return { ref: arn('sns', named('TopicName')), attributes: { TopicArn: arn('sns', named('TopicName')) } };
    default:
      return { ref: id, attributes: { Arn: `arn:aws:local:::${id}` } };
  }
}

export const arn = (service: string, resource: string): string => `arn:aws:${service}:${REGION}:${ACCOUNT}:${resource}`;
