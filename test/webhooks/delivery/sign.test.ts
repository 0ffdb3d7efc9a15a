import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { verify, verifySimple } from '../../../docs/receivers/verify.mjs';
import { USER_AGENT } from '../../../lambdas/core/fetch/user-agent';
import { sign } from '../../../lambdas/webhooks/delivery/sign';

const [SECRET, OLD] = ['0123456789abcdefghijklmnopqrstuv', 'vutsrqponmlkjihgfedcba9876543210'];
const hex = (secret: string) => Buffer.from(secret).toString('hex');
const NOW = 1_700_000_000_000;
const message = {
  webhookId: 'w',
  messageId: 'msg_1',
  sequence: 7,
  eventType: 'address_activity',
  event: { b: 'é', a: 1 },
};

describe('webhook signature', () => {
  // Computed independently, with Python's hmac.
  const BODY =
    '{"event":{"a":1,"b":"é"},"eventType":"address_activity","messageId":"msg_1","sequence":7,"webhookId":"w"}';
  const SIMPLE = 'Vsof1O5tf/yTm+2h8uBfjYnTIwNG3taQTH/Rmy9UAOo=';
  const STANDARD = 'blHGeBWbXWZ0VOYcmlLukWMSgFj4VeM+sO8nddZYciw=';
  const STANDARD_OLD = 'Aa0uP8l4Rk7S5QeHpbRS6Qtf8faHtFduIfK+VnBOj2Q=';

  test('a signature covers the canonical JSON that is sent as the body', () => {
    expect(sign(message, [SECRET], NOW)).toEqual({
      body: BODY,
      headers: {
        'content-type': 'application/json',
        'user-agent': USER_AGENT,
        'x-signature': SIMPLE,
        'webhook-id': 'msg_1',
        'webhook-timestamp': '1700000000',
        'webhook-signature': `v1,${STANDARD}`,
      },
    });
  });
  test('a message has two signatures during a secret rotation', () => {
    const { headers } = sign(message, [SECRET, OLD], NOW);
    expect(headers['webhook-signature']).toBe(`v1,${STANDARD} v1,${STANDARD_OLD}`);
    expect(headers['x-signature']).toBe(SIMPLE);
    const { body } = sign(message, [SECRET, OLD], NOW);
    for (const secret of [SECRET, OLD]) {
      expect(verify(hex(secret), headers, Buffer.from(body), NOW / 1_000)).toBe(true);
      expect(verifySimple(hex(secret), headers, Buffer.from(body))).toBe(true);
    }
  });
  test('the signature of any message is accepted by the verifier and the standardwebhooks library', () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'small' }), fc.uuid(), (value, messageId) => {
        const one = { ...message, messageId, event: { value } };
        const now = Date.now();
        const { body, headers } = sign(one, [SECRET], now);
        expect(JSON.parse(body)).toEqual(JSON.parse(JSON.stringify(one)));
        expect(verify(hex(SECRET), headers, Buffer.from(body))).toBe(true);
        new Webhook(Buffer.from(SECRET).toString('base64')).verify(body, { ...headers });
      }),
      { numRuns: 100 },
    );
  });
});

describe('signature verifier', () => {
  const { body, headers } = sign(message, [SECRET], NOW);
  const raw = Buffer.from(body);
  const [good = ''] = (headers['webhook-signature'] ?? '').split(' ');
  const bad = `v1,${Buffer.alloc(32).toString('base64')}`;
  const check = (changes: Record<string, string | undefined>, at = NOW / 1_000, bytes = raw, secret = hex(SECRET)) =>
    verify(secret, { ...headers, ...changes }, bytes, at);

  test.each([
    ['bad, good and bad signatures', `${bad} ${good} ${bad}`, true],
    ['an unknown version, then a good signature', `v1a,abc ${good}`, true],
    ['a bad signature', bad, false],
    ['a signature of another version', good.replace('v1,', 'v2,'), false],
    ['a signature without a version', good.slice(3), false],
    ['a truncated signature', good.slice(0, -4), false],
    ['no signature', '', false],
    ['malformed text', ' , ,, v1 v1, ', false],
  ])('a header with %s is accepted only if it has a good signature', (_, signature, expected) => {
    expect(check({ 'webhook-signature': signature })).toBe(expected);
  });
  test('the verifier rejects another body, ID, time or secret, and timestamps more than five minutes off', () => {
    expect(check({})).toBe(true);
    expect(check({}, NOW / 1_000, Buffer.from(`${body} `))).toBe(false);
    expect(check({ 'webhook-id': 'msg_2' })).toBe(false);
    expect(check({ 'webhook-timestamp': '1700000001' })).toBe(false);
    expect(check({ 'webhook-timestamp': 'soon' })).toBe(false);
    expect(check({ 'webhook-id': undefined })).toBe(false);
    expect(check({}, NOW / 1_000, raw, hex(OLD))).toBe(false);
    for (const [seconds, expected] of [
      [299, true],
      [301, false],
      [-299, true],
      [-301, false],
    ] as const)
      expect([seconds, check({}, NOW / 1_000 + seconds)]).toEqual([seconds, expected]);
  });
});
