import { createAccount } from '../../bin/cli/aws-account';
import { preflight } from '../../bin/cli/preflight';
import { checkPChain } from '../../bin/cli/preflight-checks';
import { parseConfig } from '../../lib/config';
import { pChainServer } from '../support/node/p-chain-server';
import { type AccountState, awsServer, CREDENTIALS } from '../support/service/aws-server';

const config = parseConfig({ pChains: [{ network: 'fuji' }] }, 'test');
const state: AccountState = {
  parameters: { '/cdk-bootstrap/hnb659fds/version': '30' },
  concurrency: [1_000, 1_000],
  stacks: {},
  denied: new Set(),
};
let aws: Awaited<ReturnType<typeof awsServer>>;
let pNode: Awaited<ReturnType<typeof pChainServer>>;
beforeAll(async () => {
  aws = await awsServer(state);
  pNode = await pChainServer();
});
afterAll(() => aws.stop());
const account = () =>
  createAccount({ region: 'us-east-1', credentials: CREDENTIALS, endpoint: aws.url, maxAttempts: 1 });

describe('the preflight check of a P-Chain node', () => {
  const PARAMETER = '/chain-data/sources/p-chain-fuji';
  const put = 'npm run cli -- sources put --network fuji';
  beforeEach(() => {
    state.denied.clear();
    state.parameters[PARAMETER] = `${pNode.url.replace('://', '://user:planted-key@')}/planted-secret`;
  });
  afterAll(() => pNode.stop());
  const check = async (timeoutMs?: number) => {
    const found = await checkPChain(account(), config.name, 'fuji', timeoutMs);
    expect(JSON.stringify(found)).not.toMatch(/planted|127\.0\.0\.1:\d+\//);
    return found;
  };
  const failed = (found: string, next: string) => ({ name: 'P-Chain of fuji', state: 'failed', found, next });

  test('a node that answers with its height is ok', async () => {
    pNode.answer('{"jsonrpc":"2.0","result":{"height":"7"},"id":1}');
    expect(await check()).toEqual({ name: 'P-Chain of fuji', state: 'ok', found: 'the node answers' });
    expect(pNode.asked).toMatchObject([
      { url: '/planted-secret/ext/bc/P', body: expect.stringContaining('"platform.getHeight"') as string },
    ]);
  });
  test('preflight includes the check of the P-Chain node', async () => {
    pNode.answer('{"jsonrpc":"2.0","result":{"height":"7"},"id":1}');
    const checks = await preflight(config, account());
    expect(checks.find(({ name }) => name === 'P-Chain of fuji')).toMatchObject({ state: 'ok' });
  });
  test('a missing source fails', async () => {
    delete state.parameters[PARAMETER];
    expect(await check()).toEqual(failed(`${PARAMETER} is not stored`, put));
  });
  test('a denied read fails with the missing permissions', async () => {
    state.denied.add('ssm');
    expect(await check()).toMatchObject({ state: 'failed', next: 'allow ssm:GetParameter and kms:Decrypt' });
  });
  test('an answer that is not JSON-RPC fails', async () => {
    pNode.answer('<html>planted</html>');
    const next = `start the node, or store another URL: ${put}`;
    expect(await check()).toEqual(failed('the node does not answer with JSON-RPC', next));
  });
  test('a node that rejects the call, as one of another chain does, fails', async () => {
    pNode.answer('{"error":{"code":-32601,"message":"planted-key has no such method"}}');
    const next = `store the URL of a P-Chain node: ${put}`;
    expect(await check()).toEqual(failed('the node refuses the call (-32601)', next));
  });
  test('a node that never answers fails after a timeout', async () => {
    pNode.answer(() => undefined);
    expect(await check(50)).toMatchObject({ state: 'failed', found: 'the node does not answer in time' });
  });
});
