import { USER_AGENT } from '../../../lambdas/core/fetch/user-agent';
import { NodeDown } from '../../../lambdas/core/node/errors';
import { pChainEndpoint } from '../../../lambdas/pchain/node/endpoint';

test.each([
  ['https://node.test', 'https://node.test/ext/bc/P'],
  ['https://node.test/', 'https://node.test/ext/bc/P'],
  ['https://node.test:9650/key-1/', 'https://node.test:9650/key-1/ext/bc/P'],
  ['https://node.test?token=a%20b', 'https://node.test/ext/bc/P?token=a%20b'],
  ['https://node.test/ext/bc/P', 'https://node.test/ext/bc/P'],
  ['https://node.test/ext/P?token=a', 'https://node.test/ext/P?token=a'],
  ['https://node.test/key-1/ext/bc/platform', 'https://node.test/key-1/ext/bc/platform'],
])('source %s resolves to the endpoint %s', (source, url) => expect(pChainEndpoint(source).url.href).toBe(url));

test.each([
  ['http://us%40er:pa%2Fss@node.test', 'us@er:pa/ss'],
  ['http://user@node.test', 'user:'],
  // Not every percent sign begins an escape.
  ['http://user:100%sure@node.test', 'user:100%sure'],
])('the credentials in %s move from the URL to a header', (source, credentials) => {
  const { url, headers } = pChainEndpoint(source);
  expect(url.href).toBe('http://node.test/ext/bc/P');
  expect(headers).toEqual({
    'content-type': 'application/json',
    'user-agent': USER_AGENT,
    authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
  });
});

test.each(['', 'planted', 'ftp://planted.test', 'ws://planted.test'])(
  'source %j is rejected with a message that does not repeat it',
  (source) => {
    const refused = () => pChainEndpoint(source);
    expect(refused).toThrow(NodeDown);
    expect(refused).toThrow(/^(?!.*planted).*is not an http\(s\) URL/);
  },
);
