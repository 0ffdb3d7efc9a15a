import { TABLE } from '../../../lambdas/core/table/schema';
import { isApiError } from '../../../local/dynamodb/api-error';
import { emptyTable, NAME as TableName } from '../../support/tables/memory';

// Requests that DynamoDB rejects must fail here first. `npm run test:aws -- --dynamodb-local` runs these against AWS.

type Call = readonly [call: string, body: Record<string, unknown>];
const S = (text: string) => ({ S: text });
const x = (length: number) => 'x'.repeat(length);
const Key = { pk: S('p'), sk: S('s') };
const [IndexName = '', [hash, range] = ['', '']] = Object.entries(TABLE.indexes)[0] ?? [];

const put = (item: object): Call => ['PutItem', { TableName, Item: { ...Key, ...item } }];
const batch = (item: object): Call => [
  'BatchWriteItem',
  { RequestItems: { [TableName]: [{ PutRequest: { Item: { ...Key, ...item } } }] } },
];
const transact = (...items: object[]): Call => [
  'TransactWriteItems',
  { TransactItems: items.map((item) => ({ Put: { TableName, Item: { ...Key, ...item } } })) },
];
const update = (UpdateExpression: string, values: object = { ':v': S('a') }, more: object = {}): Call => [
  'UpdateItem',
  { TableName, Key, UpdateExpression, ExpressionAttributeValues: values, ...more },
];
const query = (condition: string, values: object, more: object = {}): Call => [
  'Query',
  { TableName, KeyConditionExpression: condition, ExpressionAttributeValues: values, ...more },
];
const conditional = (ConditionExpression: string, values: object): Call => [
  'PutItem',
  { TableName, Item: { pk: S(x(9)), sk: S('s') }, ConditionExpression, ExpressionAttributeValues: values },
];
const nested = (depth: number, kind: 'L' | 'M'): object =>
  depth === 0 ? S('a') : { [kind]: kind === 'L' ? [nested(depth - 1, kind)] : { a: nested(depth - 1, kind) } };
const values = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`:v${i}`, S(`${i}`)]));
const isOneOf = (count: number) =>
  conditional(`a IN (${Object.keys(values(count))}) OR attribute_not_exists(a)`, values(count));
const and = (count: number) => conditional(Array(count).fill('a <> :v').join(' AND '), { ':v': S('a') });

let answer: ReturnType<typeof emptyTable>;
beforeAll(() => {
  answer = emptyTable();
});

/** `ok`, or the type of the error. */
const getOutcome = async ([call, body]: Call): Promise<string> => {
  try {
    await answer(call, structuredClone(body));
    return 'ok';
  } catch (error) {
    if (!isApiError(error)) throw error;
    return String(error.body.__type).replace(/.*#/, '');
  }
};

const writes = { put, batch, transact };
describe.each(Object.entries(writes))('item limits (%s)', (_, write) => {
  test.each<[string, object]>([
    ['an empty partition key of an index', { [hash]: S(''), [range]: S('a') }],
    ['an empty sort key of an index', { [hash]: S('a'), [range]: S('') }],
    ['an empty sort key of an index without its partition key', { [range]: S('') }],
    ['a partition key of an index with 2,049 bytes', { [hash]: S(`é${x(2_047)}`), [range]: S('a') }],
    ['a sort key of an index with 1,025 bytes', { [hash]: S('a'), [range]: S(x(1_025)) }],
    ['32 nested lists', { a: nested(32, 'L') }],
    ['32 nested maps', { a: nested(32, 'M') }],
    ['an attribute without a name', { '': S('a') }],
  ])('an item with %s is rejected', async (_name, item) => {
    expect(await getOutcome(write(item))).toBe('ValidationException');
  });
  test.each<[string, object]>([
    ['index keys of the maximum length', { [hash]: S(x(2_048)), [range]: S(x(1_024)) }],
    ['31 nested lists', { a: nested(31, 'L') }],
    ['31 nested maps', { a: nested(31, 'M') }],
    ['an empty string outside the keys', { a: S('') }],
  ])('an item with %s is stored', async (_name, item) => {
    expect(await getOutcome(write(item))).toBe('ok');
  });
});

describe('update limits', () => {
  test.each<[string, Call]>([
    ['empties a key of an index', update(`SET ${hash} = :v`, { ':v': S('') })],
    [
      'sets an absent key of an index to an empty string',
      update(`SET ${range} = if_not_exists(zz, :v)`, { ':v': S('') }),
    ],
    ['nests too deep by its value', update('SET a = :v', { ':v': nested(32, 'L') })],
    ['has an expression of 4,097 bytes', update('SET a = :v'.padEnd(4_097))],
    [
      'has a name of 256 bytes',
      update(`SET #${x(255)} = :v`, undefined, { ExpressionAttributeNames: { [`#${x(255)}`]: 'a' } }),
    ],
    ['has a value name of 256 bytes', update(`SET a = :${x(255)}`, { [`:${x(255)}`]: S('a') })],
  ])('an update that %s is rejected', async (_, call) => {
    expect(await getOutcome(call)).toBe('ValidationException');
  });
  test('an update that nests too deep by its path is rejected', async () => {
    const deep = { TableName, Key: { pk: S('deep'), sk: S('s') } };
    const set = (path: string, value: object): Call => [
      'UpdateItem',
      { ...deep, UpdateExpression: `SET ${path} = :v`, ExpressionAttributeValues: { ':v': value } },
    ];
    expect(await getOutcome(set('a', nested(31, 'L')))).toBe('ok');
    expect(await getOutcome(set(`a${'[0]'.repeat(31)}`, nested(2, 'L')))).toBe('ValidationException');
  });
  test('an update with an expression of 4,096 bytes and a name of 255 is accepted', async () => {
    const name = `#${x(254)}`;
    const call = update(`SET ${name} = :v`.padEnd(4_096), undefined, { ExpressionAttributeNames: { [name]: 'a' } });
    expect(await getOutcome(call)).toBe('ok');
  });
});

describe.each<[string, string, string, object]>([
  ['the table', 'pk', 'sk', {}],
  ['an index', hash, range, { IndexName }],
])('query limits of %s', (_, p, s, more) => {
  const bounds = ['=', '<', '>', '<=', '>='].map((operator) => `${s} ${operator} :s`);
  const conditions = [...bounds, `begins_with(${s}, :s)`, `${s} BETWEEN :s AND :t`, `${s} BETWEEN :r AND :s`];
  const ask = (condition: string, own: object) => {
    const all = { ':r': S('!'), ':s': S('b'), ':t': S('y'), ...own };
    const used = Object.entries(all).filter(([name]) => condition.includes(name));
    return getOutcome(query(`${p} = :p AND ${condition}`, { ':p': S('a'), ...Object.fromEntries(used) }, more));
  };
  test.each(conditions)('a query with an empty or too long bound is rejected (%s)', async (condition) => {
    expect(await ask(condition, { ':s': S('') })).toBe('ValidationException');
    expect(await ask(condition, { ':s': S(x(1_025)) })).toBe('ValidationException');
    expect(await ask(condition, {})).toBe('ok');
  });
  test('a query for an empty partition key is rejected', async () => {
    expect(await getOutcome(query(`${p} = :p`, { ':p': S('') }, more))).toBe('ValidationException');
  });
});

describe('expression limits', () => {
  const name = 'a, b'.padEnd(4_097);
  test.each<[string, Call]>([
    ['a condition of 4,097 bytes', conditional('a <> :v'.padEnd(4_097), { ':v': S('a') })],
    ['a filter of 4,097 bytes', query('pk = :p', { ':p': S('a') }, { FilterExpression: 'a <> :p'.padEnd(4_097) })],
    ['a key condition of 4,097 bytes', query('pk = :p'.padEnd(4_097), { ':p': S('a') })],
    ['a projection of 4,097 bytes', ['GetItem', { TableName, Key, ProjectionExpression: name }]],
    [
      'a projection of 4,097 bytes in a batch',
      ['BatchGetItem', { RequestItems: { [TableName]: { Keys: [Key], ProjectionExpression: name } } }],
    ],
    ['more than 300 operators', and(152)],
    ['101 operands of IN', isOneOf(101)],
    ['a value nested too deep', conditional('a <> :v', { ':v': nested(33, 'L') })],
  ])('a request with %s is rejected', async (_, call) => {
    expect(await getOutcome(call)).toBe('ValidationException');
  });
  test.each<[string, Call]>([
    ['4,096 bytes', conditional('a <> :v'.padEnd(4_096), { ':v': S('a') })],
    ['297 operators', and(149)],
    ['100 operands of IN', isOneOf(100)],
  ])('an expression with %s is accepted', async (_, call) => {
    expect(await getOutcome(call)).toBe('ok');
  });
});

describe('transaction limits', () => {
  const items = (count: number) => Array.from({ length: count }, (_, i) => ({ sk: S(`s${i}`), a: S(x(390_000)) }));
  const [[, one]] = [transact({})];
  test.each<[string, Call]>([
    ['more than 4 MB', transact(...items(11))],
    ['101 operations', transact(...Array.from({ length: 101 }, (_, i) => ({ sk: S(`${i}`) })))],
    ['a token of 37 characters', ['TransactWriteItems', { ...one, ClientRequestToken: x(37) }]],
    [
      'two operations in one element',
      ['TransactWriteItems', { TransactItems: [{ Put: { TableName, Item: Key }, Delete: { TableName, Key } }] }],
    ],
  ])('a transaction with %s is rejected', async (_, call) => {
    expect(await getOutcome(call)).toBe('ValidationException');
  });
  test('a transaction with 3.9 MB and a token of 36 characters is accepted', async () => {
    const [call, body] = transact(...items(10));
    expect(await getOutcome([call, { ...body, ClientRequestToken: x(36) }])).toBe('ok');
  });
});
