import { once } from 'node:events';
import { readAssembly } from '../../local/assembly';
import { startEventSources } from '../../local/event-sources';
import { loadResources } from '../../local/resources';
import { functionResource, removeFolders, writeAssembly } from './support/assembly';

afterAll(removeFolders);

const Mapping = {
  Type: 'AWS::Lambda::EventSourceMapping',
  Properties: {
    EventSourceArn: { 'Fn::GetAtt': ['Jobs', 'Arn'] },
    FunctionName: { Ref: 'Work' },
    ScalingConfig: { MaximumConcurrency: 2 },
  },
};

describe('event sources', () => {
  test('a message is deleted only after the writes of its function are on disk', async () => {
    const assembly = writeAssembly({
      app: { Resources: { Jobs: { Type: 'AWS::SQS::Queue' }, Work: functionResource('work'), Mapping } },
    });
    const events: string[] = [];
    const deleted = new EventTarget();
    const messages = [{ MessageId: 'm', ReceiptHandle: 'r', Body: '{}', MD5OfBody: '', Attributes: {} }];
    const stop = startEventSources(loadResources(readAssembly(assembly), 'http://127.0.0.1:1'), {
      async sqs<Result>(action: string, _: unknown, signal?: AbortSignal) {
        if (action === 'ReceiveMessage') {
          const Messages = messages.splice(0);
          if (Messages.length === 0 && signal) await once(signal, 'abort');
          return { Messages } as Result;
        }
        events.push(action);
        deleted.dispatchEvent(new Event('done'));
        return {} as Result;
      },
      functions: {
        find: () => ({
          name: 'app-Work',
          arn: 'arn',
          timeoutSeconds: 30,
          async invoke() {
            events.push('invoked');
            return {};
          },
        }),
        stop: async () => undefined,
      },
      async synced() {
        events.push('synced');
      },
    });
    await once(deleted, 'done');
    stop();
    expect(events).toEqual(['invoked', 'synced', 'DeleteMessageBatch']);
  });
});
