import { type ReplayNode, type ReplayOptions, startReplayNode } from '../../../demo/p-chain/replay-node';
import { rpcMethods } from '../../../lambdas/node-rpc/contract/registry';
import { error, result, startAsking } from './asking';
import { HUGE, SUBNET, smallRecording } from './small-recording';

const PRIMARY = '11111111111111111111111111111111LpoYY';
const UNREADABLE =
  "couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls";
const { path } = smallRecording();
/** An example for each parameter of the documented methods. */
const EXAMPLES = JSON.stringify({
  ...{ txID: SUBNET, subnetID: SUBNET, blockID: SUBNET, validationID: SUBNET, blockchainID: SUBNET },
  ...{ height: 10, size: 1, addresses: ['P-custom1ltk7kxhkj70az0nx587gk5gcm6slfqe5yhdraa'] },
});
const running: ReplayNode[] = [];
let asking: Awaited<ReturnType<typeof startAsking>>;
let now = 0;

async function start(options: ReplayOptions): Promise<ReplayNode> {
  const started = await startReplayNode({ recording: path, now: () => now, ...options });
  running.push(started);
  return started;
}

beforeAll(async () => {
  asking = await startAsking(() => now);
});
beforeEach(() => {
  now = 0;
});
afterAll(() => Promise.all([asking.node, ...running].map((one) => one.stop())));

describe('the height of a replay', () => {
  test('the height starts before the fee moves, rises with time, and stays at the end', async () => {
    const replay = await start({ startedAt: 1_000, msPerHeight: 100 });
    const heights = [0, 1_000, 1_099, 1_100, 1_199, 9_999_999].map((ms) => {
      now = ms;
      return replay.height();
    });
    // Height 12 was not recorded: the replay stays at 11 until 13 is due.
    expect(heights).toEqual([11, 11, 11, 13, 13, 13]);
  });
  test('the height starts at a given one', async () => {
    const replay = await start({ fromHeight: 10, msPerHeight: 100 });
    expect(replay.height()).toBe(10);
    now = 100;
    expect(replay.height()).toBe(11);
  });
  test('the height is the same after a restart', async () => {
    now = 5_400;
    const before = await start({ startedAt: 5_000, msPerHeight: 200, fromHeight: 10 });
    const after = await start({ startedAt: 5_000, msPerHeight: 200, fromHeight: 10 });
    expect([before.height(), after.height()]).toEqual([11, 11]);
  });
});

describe('the answers at a height', () => {
  test('an answer is the newest one at or below the height, with every digit', async () => {
    expect(await asking.call('getHeight', '{}')).toBe(result('{"height":"11"}'));
    expect(await asking.call('getBlockByHeight', '{"height":"12"}')).toBe(
      error("couldn't get block at height 12: not recorded"),
    );
    expect(await asking.call('getValidatorFeeState', '{}')).toBe(
      result('{"excess":0,"price":512,"timestamp":"2026-11-23T04:52:01Z"}'),
    );
    now = 200;
    expect(await asking.call('getHeight', '{}')).toBe(result('{"height":"13"}'));
    expect(await asking.call('getBlockByHeight', '{"height":"12"}')).toBe(result('{"block":"0x12","encoding":"hex"}'));
    expect(await asking.call('getValidatorFeeState', '{}')).toBe(
      result(`{"excess":${HUGE},"price":${HUGE},"timestamp":"2026-11-23T04:52:05Z"}`),
    );
    expect(await asking.call('getL1Validator', `{"validationID":"${SUBNET}"}`)).toBe(error('recorded refusal'));
  });
  test.each([
    ['getBlockByHeight', '{"height":10}', '{"block":"0x10","encoding":"hex"}'],
    ['getBlockByHeight', '[{"height":"010","encoding":"HEX"}]', '{"block":"0x10","encoding":"hex"}'],
    ['getBlockByHeight', '{"HEIGHT":"10","encoding":"json","other":1}', '{"block":{"height":10},"encoding":"json"}'],
    ['getBlockByHeight', '[{"height":10,"encoding":null},5]', '{"block":"0x10","encoding":"hex"}'],
    ['getHeight', '[]', '{"height":"11"}'],
    ['getHeight', 'null', '{"height":"11"}'],
    ['getSubnet', `{"subnetID":"${SUBNET}"}`, '{"isPermissioned":true}'],
    ['getValidatorsAt', '{"height":11}', '{"NodeID-a":{"publicKey":null,"weight":"1"}}'],
    [
      'getValidatorsAt',
      `{"height":"proposed","subnetID":"${PRIMARY}"}`,
      '{"NodeID-a":{"publicKey":null,"weight":"1"}}',
    ],
    ['getValidatorsAt', `{"height":"11","subnetID":"${SUBNET}"}`, '{}'],
    ['getTxStatus', `{"txID":"${SUBNET}"}`, '{"status":"Unknown"}'],
    ['getCurrentValidators', `{"subnetID":"${SUBNET}"}`, '{"validators":[]}'],
    ['getTotalStake', `{"subnetID":"${SUBNET}"}`, '{"stake":"0","weight":"0"}'],
    ['getRewardUTXOs', `{"txID":"${SUBNET}"}`, '{"numFetched":"0","utxos":[],"encoding":"hex"}'],
  ])('%s %s is answered', async (method, params, text) => expect(await asking.call(method, params)).toBe(result(text)));
  test.each([
    ['getBlockByHeight', '{"height":"99"}', "couldn't get block at height 99: not recorded"],
    ['getBlockByHeight', `{"height":${HUGE}}`, `couldn't get block at height ${HUGE}: not recorded`],
    ['getBlock', '{}', `couldn't get block with id ${PRIMARY}: not recorded`],
    ['getTx', `{"txID":"${SUBNET}"}`, "couldn't get tx: not recorded"],
    ['getL1Validator', `{"validationID":"${SUBNET}"}`, `fetching L1 validator "${SUBNET}" failed: not recorded`],
    ['getSubnet', '{}', "the primary network isn't a subnet"],
    ['getSubnet', `{"subnetID":"${PRIMARY}"}`, "the primary network isn't a subnet"],
    ['getSubnet', '{"subnetID":"SgMpRuEZpLNvGzFFMiEWJo3fpgZb4cqfdSHvgjULdEjHb6BAp"}', UNREADABLE],
    ['getBlockByHeight', '{"height":"18446744073709551616"}', UNREADABLE],
    ['getBlockByHeight', '{"height":"1.5"}', UNREADABLE],
    ['getBlockByHeight', '{"height":-1}', UNREADABLE],
    ['getBlockByHeight', '{"height":"proposed"}', UNREADABLE],
    ['getBlockByHeight', '{"height":1,"encoding":"cb58"}', UNREADABLE],
    ['getTx', '{"txID":"xyz"}', UNREADABLE],
    ['getTx', '{"txID":5}', UNREADABLE],
    ['getTx', `{"txID":"1${PRIMARY}"}`, UNREADABLE],
    ['getTx', `{"txID":"${SUBNET.slice(0, -1)}g"}`, UNREADABLE],
    ['getCurrentValidators', '{"nodeIDs":["bad"]}', UNREADABLE],
    ['getHeight', '[1]', UNREADABLE],
    ['getHeight', '"x"', UNREADABLE],
    ['getBlockByHeight', '{"height":"\\u0031"}', UNREADABLE],
    ['getValidatorsAt', `{"height":${HUGE}}`, UNREADABLE],
    ['nope', '[1]', 'rpc: can\'t find method "platform.Nope"'],
    ['constructor', '{}', 'rpc: can\'t find method "platform.Constructor"'],
    ['', '{}', 'rpc: can\'t find method "platform."'],
    ['getHeight.x', '{}', 'rpc: service/method request ill-formed: "platform.GetHeight.x"'],
    ['GetHeight', '{}', 'method must start with a non-uppercase letter'],
  ])('%s %s is rejected', async (method, params, message) =>
    expect(await asking.call(method, params)).toBe(error(message)),
  );
  test.each([
    ['getUTXOs', '{"addresses":["P-a"],"sourceChain":"C"}'],
    ['getUTXOs', '{"addresses":["P-a"],"encoding":"hexnc"}'],
    ['getRewardUTXOs', `{"txID":"${SUBNET}","encoding":"json"}`],
  ])('%s %s gets the error "not recorded" instead of an empty result', async (method, params) =>
    expect(await asking.call(method, params)).toBe(error('not recorded')),
  );
  test.each(rpcMethods.map(({ name }) => name))('%s gets a well-formed result or error', async (name) => {
    for (const params of ['{}', EXAMPLES]) {
      const text = await asking.call(name.replace('platform.', ''), params);
      expect(text).not.toMatch(/not found|can't find/);
      expect(text).toMatch(/^{"jsonrpc":"2.0","(result|error)":.*,"id":1}\n$/);
    }
  });
  test('getValidatorsAt rejects a future height', async () => {
    const message = `failed to get validator set at 99: failed to fetch validator set at unfinalized height with SubnetID = ${PRIMARY}: current P-chain height (11) \\u003c requested P-Chain height (99)`;
    expect(await asking.call('getValidatorsAt', '{"height":"99"}')).toBe(
      error(message).replace('\\\\u003c', '\\u003c'),
    );
  });
});
