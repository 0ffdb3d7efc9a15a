import { rpcMethods } from '../../../lambdas/node-rpc/contract/registry';

const SOME_ID = '2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5';

/** `params` and `id` are raw text. */
export const rpcCall = (method: string, params = '{}', id = '1'): string =>
  `{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${params},"id":${id}}`;

const FEE_STATE = 'platform.getValidatorFeeState';
const IDS = [
  '"abc"',
  '""',
  '1.0',
  '1.50',
  '1e3',
  '-0',
  '12345678901234567890',
  'true',
  '"\\u0041"',
  '"<a&b>"',
  '"\u2028"',
];
const STRUCTURED_IDS = ['{"a" : [ 1 , "x  y" ]}', '[ ]', 'null'];
const PARAMS = ['{}', 'null', '[]', '[{}]', '[null]', '[{},5]', '{"zzz":1}', '[1,2]', '"x"', '5', 'true', '[[]]'];
const HEIGHTS = ['0', '"0"', '1', '"1"', '-1', '"abc"', '1.5', '"proposed"', '18446744073709551616', 'null', '{}'];
const METHODS = [
  'platform.nope',
  'foo.bar',
  'getHeight',
  'platform.getHeight.x',
  'platform.GetHeight',
  '',
  'platform.',
  'platform.<x>',
  '.x',
  'platform.éa',
  'platform.a"b\\c\td',
  'a.B',
];

/** Answered alike by avalanchego and this service, except for the rulings. */
export const RPC_REQUESTS: readonly string[] = [
  ...rpcMethods.filter(({ name }) => name !== 'platform.sampleValidators').map(({ name }) => rpcCall(name)),
  ...[...IDS, ...STRUCTURED_IDS].map((id) => rpcCall(FEE_STATE, '{}', id)),
  ...PARAMS.flatMap((params) => [
    rpcCall(FEE_STATE, params),
    rpcCall('platform.getHeight', params),
    rpcCall('platform.getSubnets', params),
  ]),
  ...HEIGHTS.flatMap((height) => [
    rpcCall('platform.getBlockByHeight', `{"height":${height}}`),
    rpcCall('platform.getBlockByHeight', `[{"HEIGHT":${height},"encoding":"json"}]`),
    rpcCall('platform.getValidatorsAt', `{"height":${height}}`),
  ]),
  ...['hex', 'hexnc', 'JSON', 'base64', ''].map((encoding) =>
    rpcCall('platform.getBlockByHeight', `{"height":0,"encoding":"${encoding}"}`),
  ),
  rpcCall('platform.getBlockByHeight', '{"height":5,"Height":"0","HEIGHT":"1","height":0}'),
  ...['getTx', 'getTxStatus', 'getRewardUTXOs'].map((name) => rpcCall(`platform.${name}`, `{"txID":"${SOME_ID}"}`)),
  rpcCall('platform.getBlock', `{"blockID":"${SOME_ID}"}`),
  rpcCall('platform.getSubnet', `{"subnetID":"${SOME_ID}"}`),
  rpcCall('platform.getUTXOs', '{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"limit":2}'),
  rpcCall('platform.getUTXOs', '{"addresses":[]}'),
  ...METHODS.map((method) => rpcCall(method)),
  rpcCall('platform.nope', '{}', 'null'),
  ...[
    '',
    ' ',
    'null',
    '{}',
    '"x"',
    '5',
    'true',
    'not json',
    'nul',
    'tru',
    '-',
    '1.',
    '1e',
    '01',
    '{',
    '{"',
    '{"a',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":1,',
    '{"a":1,}',
    '{a:1}',
    "{'a':1}",
    '{"a":"\\x"}',
    '{"a":"\\u12"}',
    '{"a":"\t"}',
    '{"a":1 "b":2}',
    '\u00e9',
    '{"a":\u00e9}',
    '\uFEFF{}',
    '{"a":tru}',
    '{"a":+1}',
  ],
  '{"method":"platform.getHeight","id":1}',
  '{"jsonrpc":"1.0","method":"platform.getHeight","params":[ 1, "x  <y>" ],"id":1}',
  '{"jsonrpc":null,"method":null,"id":1}',
  '{"jsonrpc":2.0,"method":5,"id":1}',
  '{"jsonrpc":"2.0","method":["a"],"id":{"b":1}}',
  '{"jsonrpc":"2.0","method":"platform.getHeight","method":"platform.getTimestamp","id":1,"id":2}',
  '{"JSONRPC":"2.0","Method":"platform.getHeight","PARAMS":{},"ID":7}',
  `${rpcCall('platform.getHeight')}garbage`,
  ` \n\t${rpcCall('platform.getHeight')} [`,
];

/** By the rulings of decision 13. */
export function ruled(nodes: string): string {
  const answer = nodes.replace(/"data":null\},"id":/, '"data":{}},"id":');
  return answer.replace(
    /"error":\{"code":-32000,"message":"(rpc: |method must start)/,
    '"error":{"code":-32601,"message":"$1',
  );
}
