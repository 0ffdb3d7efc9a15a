import { readAssembly } from '../../local/assembly';
import { loadResources } from '../../local/resources';
import { folder, functionResource, removeFolders, writeAssembly } from './support/assembly';

afterAll(removeFolders);

const load = (...args: Parameters<typeof writeAssembly>) => {
  const assembly = readAssembly(writeAssembly(...args));
  return { assembly, resources: loadResources(assembly, 'http://127.0.0.1:1') };
};
const queue = { Type: 'AWS::SQS::Queue', Properties: {} };

describe('assembly resources', () => {
  test('stacks load in the order of their dependencies, and read the outputs of earlier ones', () => {
    const { assembly, resources } = load({
      data: {
        Resources: { Queue: queue },
        Outputs: { Out: { Value: { 'Fn::GetAtt': ['Queue', 'Arn'] } } },
      },
      app: {
        Resources: {
          Function: functionResource('f', {
            Environment: {
              Variables: {
                QUEUE: {
                  'Fn::GetStackOutput': { StackName: 'data', Region: { Ref: 'AWS::Region' }, OutputName: 'Out' },
                },
              },
            },
          }),
        },
      },
    });
    expect(assembly.stacks.map(({ name }) => name)).toEqual(['data', 'app']);
    const [loaded] = resources.of('AWS::Lambda::Function');
    expect(loaded?.properties.Environment?.Variables.QUEUE).toBe('arn:aws:sqs:us-east-1:000000000000:data-Queue');
    expect(loaded?.ref).toBe('app-Function');
  });

  test('resources with a false condition or of a skipped type are not loaded', () => {
    const { resources } = load({
      app: {
        Conditions: { Never: { 'Fn::Equals': ['a', 'b'] } },
        Resources: {
          Gone: { ...queue, Condition: 'Never' },
          Stays: queue,
          Alarm: { Type: 'AWS::CloudWatch::Alarm', Properties: { Whatever: true } },
        },
      },
    });
    expect(resources.of('AWS::SQS::Queue').map(({ logicalId }) => logicalId)).toEqual(['Stays']);
  });

  test('an unsupported type is rejected with stack, logical ID and type', () => {
    const make = () => load({ app: { Resources: { Cache: { Type: 'AWS::ElastiCache::CacheCluster' } } } });
    expect(make).toThrow(/app\/Cache is of type AWS::ElastiCache::CacheCluster/);
  });

  test.each([
    ['at the top', { KafkaTopic: 'x' }, 'KafkaTopic'],
    ['nested', { RedrivePolicy: { deadLetterTargetArn: 'a', maxReceiveCount: 1, extra: 1 } }, 'RedrivePolicy.extra'],
  ])('an unsupported property is rejected by name (%s)', (_, Properties, name) => {
    const make = () => load({ app: { Resources: { Jobs: { Type: 'AWS::SQS::Queue', Properties } } } });
    expect(make).toThrow(`app/Jobs (AWS::SQS::Queue): property ${name} is not supported`);
  });

  test('a rule that targets a function is rejected because only queues are supported', () => {
    const Targets = [{ Arn: 'arn:aws:lambda:us-east-1:0:function:f', Id: 'f' }];
    const Rule = { Type: 'AWS::Events::Rule', Properties: { EventPattern: { source: ['x'] }, Targets } };
    expect(() => load({ app: { Resources: { Rule } } })).toThrow('must be an SQS queue');
  });

  test('an output missing from earlier stacks is rejected by name', () => {
    const output = { 'Fn::GetStackOutput': { StackName: 'data', OutputName: 'Nothing' } };
    const Reader = functionResource('f', { Description: output });
    expect(() => load({ app: { Resources: { Reader } } })).toThrow('app/Reader reads output Nothing of data');
  });

  test('a folder without an assembly is rejected with the command to run', () => {
    expect(() => readAssembly(folder())).toThrow('npm run synth');
  });
});
