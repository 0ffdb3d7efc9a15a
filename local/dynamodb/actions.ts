import type { Access } from '../iam/statements';
import { getAccesses } from './access';
import { apiError, hasType, isApiError } from './api-error';
import { type ActionName, dynalite, getAction, type Item, type Request, run, type Table, validate } from './dynalite';
import { checkExpressions, checkKeyConditions, checkTransaction, isBeyondLimits } from './limits';
import { quickAnswer } from './quick-answer';
import type { Stage, Store } from './store';

type Body = Record<string, unknown>;
/** Throws an ApiError if the caller is not authorized. */
type Admit = (accesses: readonly Access[]) => void;

/**
 * Handles one call of the DynamoDB API, if its caller is authorized. Throws an ApiError where DynamoDB returns an
 * error.
 */
export async function perform(store: Store, call: string, body: Body, admit: Admit = () => undefined): Promise<Body> {
  refuseLegacy(call, body);
  if (call === 'TransactWriteItems') return transactWrite(store, body, admit);
  if (call === 'TransactGetItems') return transactGet(store, body, admit);
  if (call === 'DescribeTable') {
    const TableName = String(body.TableName);
    admit(getAccesses(call, { TableName }, store.stage().table));
    return { Table: { ...store.stage().table(TableName), TableStatus: 'ACTIVE' } };
  }
  const past = isEventual(call, body) ? store.past() : undefined;
  const quick = past ? undefined : await quickAnswer(store, call, body, admit);
  if (quick) return quick;
  const action = getAction(call);
  if (!action) throw apiError('UnknownOperationException', `The local runner does not serve dynamodb:${call}.`);
  const request = checked(action, body, store.stage());
  admit(getAccesses(call, request, store.stage().table));
  if (!['putItem', 'updateItem', 'deleteItem', 'batchWriteItem'].includes(action)) {
    return run(action, store.stage(past), request);
  }
  return store.exclusive(async () => {
    const stage = store.stage();
    try {
      const answer = await run(action, stage, request);
      await stage.commit();
      return answer;
    } catch (error) {
      if (!hasType(error, 'ConditionalCheckFailedException')) throw error;
      throw apiError('ConditionalCheckFailedException', error.message, oldItem(stage, body, request));
    }
  });
}

/** Whether a call is an eventually consistent read. */
function isEventual(call: string, body: Body): boolean {
  if (call === 'BatchGetItem')
    return Object.values(body.RequestItems ?? {}).every((part) => !(part as Body).ConsistentRead);
  return (call === 'GetItem' || call === 'Query') && !body.ConsistentRead;
}

/** Validates a request. Throws a ValidationException. */
function checked(action: ActionName, body: Body, stage: Stage): Request {
  const request = validate(action, body, stage);
  checkExpressions(request);
  const { RequestItems: parts } = request;
  if (action === 'batchGetItem')
    for (const part of Object.values(parts as Record<string, Body>)) checkExpressions(part);
  if (action === 'query') checkKeyConditions(request, stage.table(request.TableName));
  return request;
}

const transactKinds = {
  Put: 'putItem',
  Update: 'updateItem',
  Delete: 'deleteItem',
  ConditionCheck: 'deleteItem', // has the same fields; only its condition is evaluated
} as const;

async function transactWrite(store: Store, body: Body, admit: Admit): Promise<Body> {
  checkTransaction(body, elements(body));
  const steps = elements(body).map((element) => {
    const kind = (['Put', 'Update', 'Delete', 'ConditionCheck'] as const).find((name) => element[name] !== undefined);
    if (!kind) throw apiError('ValidationException', 'Each of TransactItems must hold exactly one operation.');
    const raw = element[kind] as Body;
    return { kind, raw, request: checked(transactKinds[kind], raw, store.stage()) };
  });
  admit(steps.flatMap(({ kind, request }) => getAccesses(`${kind}Item`, request, store.stage().table)));
  refuseDuplicates(steps.map(({ request }) => address(store.stage(), request)));

  return store.exclusive(async () => {
    const stage = store.stage();
    const reasons: Body[] = [];
    for (const { kind, raw, request } of steps) {
      try {
        if (kind === 'ConditionCheck') checkCondition(stage, request);
        else await run(transactKinds[kind], stage, request);
        reasons.push({ Code: 'None' });
      } catch (error) {
        if (!isApiError(error) || isBeyondLimits(error)) throw error;
        const failed = hasType(error, 'ConditionalCheckFailedException');
        reasons.push({
          Code: failed ? 'ConditionalCheckFailed' : 'ValidationError',
          Message: error.message,
          ...(failed ? oldItem(stage, raw, request) : {}),
        });
      }
    }
    const codes = reasons.map(({ Code }) => Code);
    if (codes.some((code) => code !== 'None')) {
      const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes.join(', ')}]`;
      throw apiError('TransactionCanceledException', message, { Message: message, CancellationReasons: reasons });
    }
    await stage.commit();
    return {};
  });
}

async function transactGet(store: Store, body: Body, admit: Admit): Promise<Body> {
  const snapshot = store.snapshot();
  try {
    const responses: Body[] = [];
    for (const element of elements(body)) {
      const stage = store.stage(snapshot);
      const request = checked('getItem', element.Get as Body, stage);
      admit(getAccesses('GetItem', request, stage.table));
      const { Item } = await run('getItem', stage, request);
      responses.push(Item ? { Item } : {});
    }
    return { Responses: responses };
  } finally {
    await snapshot.close();
  }
}

function elements(body: Body): readonly Body[] {
  const items = body.TransactItems;
  if (Array.isArray(items) && items.length >= 1 && items.length <= 100) return items as readonly Body[];
  throw apiError('ValidationException', 'TransactItems must hold between 1 and 100 operations.');
}

function checkCondition(stage: Stage, request: Request): void {
  const { table, key } = address(stage, request);
  stage.getItemDb(table.TableName).get(key, () => undefined); // loads the item for `before`
  const failure = dynalite.checkConditional(request, stage.before(table, key));
  if (failure) throw failure;
}

/** The table and the encoded key of a write. */
function address(stage: Stage, request: Request): { readonly table: Table; readonly key: string } {
  const table = stage.table(request.TableName);
  if (request.Key) {
    const invalid = dynalite.validateKey(request.Key, table);
    if (invalid) throw invalid;
  }
  return { table, key: dynalite.createKey(request.Key ?? (request.Item as Item), table) };
}

function oldItem(stage: Stage, body: Body, request: Request): { Item?: Item } {
  if (body.ReturnValuesOnConditionCheckFailure !== 'ALL_OLD') return {};
  const { table, key } = address(stage, request);
  const item = stage.before(table, key);
  return item ? { Item: item } : {};
}

function refuseDuplicates(addresses: readonly { readonly table: Table; readonly key: string }[]): void {
  if (new Set(addresses.map(({ table, key }) => `${table.TableName}~${key}`)).size === addresses.length) return;
  throw apiError('ValidationException', 'Transaction request cannot include multiple operations on one item');
}

/** Legacy parameters, replaced by expressions in 2014. Rejected, as the store does not implement them. */
const legacy = ['AttributesToGet', 'AttributeUpdates', 'ConditionalOperator', 'Expected', 'QueryFilter', 'ScanFilter'];

function refuseLegacy(call: string, body: Body): void {
  const used = legacy.find((name) => body[name] !== undefined);
  if (used) throw apiError('ValidationException', `${call} uses ${used}; the local runner serves expressions only.`);
}
