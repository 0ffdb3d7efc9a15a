import type { APIGatewayProxyEvent } from 'aws-lambda';
import { handler } from '../../../lambdas/etherscan/api/post-etherscan';
import { withParameters } from '../../../lambdas/etherscan/api/shared/parameters-in';
import { call } from '../../support/endpoints/call';
import { depsWith } from '../../support/endpoints/deps';
import { address } from '../../support/make/blocks';

const event = (fields: object) =>
  ({ httpMethod: 'POST', body: null, isBase64Encoded: false, ...fields }) as unknown as APIGatewayProxyEvent;
const parametersIn = (fields: object) => ({ ...withParameters(event(fields)).multiValueQueryStringParameters });

describe('postEtherscan', () => {
  test('the form and the query are one, under the names of the dialect', () => {
    const multiValueQueryStringParameters = { ChainID: ['31337'], module: ['account'] };
    const form = 'module=account&action=balance&ContractAddress=0x1&fromblock=5';
    const expected = {
      chainid: ['31337'],
      module: ['account'],
      action: ['balance'],
      contractaddress: ['0x1'],
      fromBlock: ['5'],
    };
    expect(parametersIn({ multiValueQueryStringParameters, body: form })).toEqual(expected);
    // API Gateway has looked the key up.
    expect(
      parametersIn({ body: 'apikey=a&module=account', multiValueQueryStringParameters: { apikey: ['b'] } }),
    ).toEqual({
      module: ['account'],
    });
    const body = Buffer.from(form).toString('base64');
    expect(parametersIn({ multiValueQueryStringParameters, body, isBase64Encoded: true })).toEqual(expected);
  });
  test('a parameter with two values is refused in the form of the dialect', async () => {
    expect(parametersIn({ body: 'tag=latest&tag=latest&page=1&page=2' })).toEqual({
      tag: ['latest'],
      page: ['1', '2'],
    });
    const { deps } = await depsWith({});
    const { body } = await call(handler, deps, { httpMethod: 'POST', query: { page: ['1', '2'] } });
    expect(body).toEqual({ status: '0', message: 'NOTOK', result: 'page: must not be repeated (given 2 times)' });
  });
  test('a body is not read from other methods, nor from other forms', () => {
    expect(parametersIn({ httpMethod: 'GET', body: 'module=account' })).toEqual({});
    expect(parametersIn({})).toEqual({});
  });
  test('an action is answered as by GET', async () => {
    const { deps } = await depsWith({ node: async () => '0x10' });
    const { body } = await call(handler, deps, {
      httpMethod: 'POST',
      query: { module: 'account', action: 'balance', address: address(1) },
    });
    expect(body).toEqual({ status: '1', message: 'OK', result: '16' });
  });
});
