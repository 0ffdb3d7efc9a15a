import { queueDeliveries } from '../../../lambdas/webhooks/delivery/announce';

test('webhooks are queued ten per message, with separate messages and a queue group for each owner', async () => {
  const sent: [unknown, unknown][] = [];
  const queue = {
    send: async (messages: readonly unknown[], options: object = {}) => void sent.push([messages, options]),
  };
  const names = Array.from({ length: 12 }, (_, n) => `w${n}`);
  const all = [...names.map((webhook) => ({ webhook, owner: 'x' })), { webhook: 'other', owner: 'y' }];
  await queueDeliveries(queue, all, { delaySeconds: 7 });
  expect(sent).toEqual([
    [
      [
        { webhooks: names.slice(0, 10), owner: 'x' },
        { webhooks: names.slice(10), owner: 'x' },
      ],
      { delaySeconds: 7, group: 'x' },
    ],
    [[{ webhooks: ['other'], owner: 'y' }], { delaySeconds: 7, group: 'y' }],
  ]);
});
