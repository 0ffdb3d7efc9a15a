import { readAssembly } from '../../local/assembly';
import { createEventBus } from '../../local/event-bus';
import { loadResources } from '../../local/resources';
import { removeFolders, writeAssembly } from './support/assembly';

afterAll(removeFolders);

const rule = (logicalId: string, source: string, State = 'ENABLED') => ({
  Type: 'AWS::Events::Rule',
  Properties: {
    EventBusName: { Ref: 'Bus' },
    EventPattern: { source: [source] },
    State,
    Targets: [{ Arn: { 'Fn::GetAtt': [logicalId, 'Arn'] }, Id: 't' }],
  },
});
const Resources = {
  Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'blocks' } },
  One: { Type: 'AWS::SQS::Queue' },
  Two: { Type: 'AWS::SQS::Queue' },
  ToOne: rule('One', 'indexer'),
  ToTwo: rule('Two', 'indexer'),
  Off: rule('One', 'indexer', 'DISABLED'),
  Other: rule('One', 'somebody-else'),
};
const resources = loadResources(readAssembly(writeAssembly({ app: { Resources } })), 'http://127.0.0.1:1');
const entry = { Source: 'indexer', DetailType: 'block.added', Detail: '{"height":7}', EventBusName: 'blocks' };

describe('PutEvents', () => {
  test('PutEvents answers only after every target has accepted', async () => {
    const accept: (() => void)[] = [];
    const bus = createEventBus(resources, () => new Promise((resolve) => accept.push(resolve)));
    let answered = false;
    const result = bus.putEvents([entry]).then((answer) => {
      answered = true;
      return answer;
    });
    expect(accept).toHaveLength(2);
    accept[0]?.();
    await new Promise(setImmediate);
    expect(answered).toBe(false);
    accept[1]?.();
    expect(await result).toMatchObject({ FailedEntryCount: 0, Entries: [{ EventId: expect.any(String) }] });
  });

  test('every target receives the whole event', async () => {
    const sent: unknown[] = [];
    const bus = createEventBus(
      resources,
      async (arn, body) => void sent.push([arn.split(':').at(-1), JSON.parse(body)]),
    );
    await bus.putEvents([entry]);
    const event = { source: 'indexer', 'detail-type': 'block.added', detail: { height: 7 } };
    expect(sent).toEqual([
      ['app-One', expect.objectContaining(event)],
      ['app-Two', expect.objectContaining(event)],
    ]);
  });

  test('an entry with a failing target or malformed detail gets an ErrorCode, and others succeed', async () => {
    const bus = createEventBus(resources, async (_, body) => {
      if (body.includes('poison')) throw new Error('the queue is full');
    });
    const answer = await bus.putEvents([{ ...entry, Detail: '"poison"' }, entry, { ...entry, Detail: 'no json' }]);
    expect(answer.FailedEntryCount).toBe(2);
    expect(answer.Entries[0]).toMatchObject({ ErrorCode: 'InternalFailure' });
    expect(answer.Entries[1]).not.toHaveProperty('ErrorCode');
    expect(answer.Entries[2]).toMatchObject({ ErrorCode: 'MalformedDetail' });
  });

  test('an entry for an unknown bus fails', async () => {
    const bus = createEventBus(resources, async () => undefined);
    expect((await bus.putEvents([{ ...entry, EventBusName: 'nope' }])).FailedEntryCount).toBe(1);
  });
});
