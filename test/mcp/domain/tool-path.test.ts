import { InvalidArguments, toPath } from '../../../lambdas/mcp/domain/tool-path';

const tool = {
  path: '/v1/chains/{chainId}/blocks/{blockId}',
  inputSchema: {
    type: 'object' as const,
    properties: { chainId: {}, blockId: {}, pageSize: {}, ids: {} },
    required: [],
  },
};

test.each([
  [{ chainId: '1', blockId: 7 }, '/v1/chains/1/blocks/7'],
  [{ chainId: 'a/b?c', blockId: '%2e%2e' }, '/v1/chains/a%2Fb%3Fc/blocks/%252e%252e'],
  [{ chainId: '1', blockId: '7', pageSize: 3, ids: ['x', 'y&z'] }, '/v1/chains/1/blocks/7?pageSize=3&ids=x%2Cy%26z'],
  [{ chainId: '1', blockId: '7', pageSize: null }, '/v1/chains/1/blocks/7'],
])('%j becomes %s', (given, path) => expect(toPath(tool, given)).toBe(path));

test.each([
  [{ chainId: '1' }, 'blockId: is required'],
  [{ chainId: '', blockId: '1' }, 'chainId: is required'],
  [{ chainId: '..', blockId: '1' }, 'chainId: must not be ..'],
  [{ chainId: '.', blockId: '1' }, 'chainId: must not be .'],
  [{ chainId: '1', blockId: {} }, 'blockId: must be a string, number or boolean, or an array of them'],
  [{ chain: '1' }, 'chain: unknown; this tool takes chainId, blockId, pageSize, ids'],
])('%j is rejected: %s', (given, message) => {
  expect(() => toPath(tool, given)).toThrow(new InvalidArguments(message));
});

test('an unknown argument of a tool without arguments is rejected', () => {
  const given = { path: '/v1/chains', inputSchema: { ...tool.inputSchema, properties: {} } };
  expect(() => toPath(given, { chain: '1' })).toThrow(
    new InvalidArguments('chain: unknown; this tool takes no arguments'),
  );
});
