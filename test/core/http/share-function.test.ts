import { shareFunction } from '../../../lambdas/core/http/share-function';
import * as declared from '../../../lambdas/usage/contract/endpoints';

const answer = (body: string) => async () => ({ statusCode: 200, body });
const handler = shareFunction([
  [declared.getApiLogs, answer('logs')],
  [declared.getApiUsageMetrics, answer('metrics')],
]);
const event = (httpMethod: string, resource: string) => ({ httpMethod, resource }) as never;

test('a shared function dispatches by the endpoint that API Gateway matched', async () => {
  expect(await handler(event('GET', '/v1/apiLogs'), {} as never)).toMatchObject({ body: 'logs' });
  expect(await handler(event('GET', '/v1/apiUsageMetrics'), {} as never)).toMatchObject({ body: 'metrics' });
});
test('a shared function throws for a route outside its endpoints', async () => {
  await expect(handler(event('POST', '/v1/apiLogs'), {} as never)).rejects.toThrow(
    'no endpoint of this function handles POST /v1/apiLogs',
  );
});
