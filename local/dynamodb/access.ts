import type { Access } from '../iam/statements';
import { arn } from '../identities';
import type { Item, Request, Table } from './dynalite';

type Body = Readonly<Record<string, unknown>>;
type Find = (name: string) => Table;

/**
 * The actions, resources and partition keys (context key `dynamodb:LeadingKeys`) of a call. Operations of a transaction
 * are authorized like the call of the same name, e.g. `ConditionCheckItem`.
 */
export function getAccesses(call: string, request: Request, table: Find): Access[] {
  switch (call) {
    case 'BatchGetItem':
      return perTable(request, (name, { Keys = [] }: { Keys?: readonly Item[] }) =>
        access(`dynamodb:${call}`, table(name), Keys),
      );
    case 'BatchWriteItem':
      return perTable(request, (name, writes: readonly Writes[]) =>
        access(
          `dynamodb:${call}`,
          table(name),
          writes.map(({ PutRequest, DeleteRequest }) => PutRequest?.Item ?? DeleteRequest?.Key ?? {}),
        ),
      );
    case 'Query':
      return [query(request, table(request.TableName))];
    default:
      return [access(`dynamodb:${call}`, table(request.TableName), [request.Key ?? request.Item ?? {}])];
  }
}

interface Writes {
  readonly PutRequest?: { readonly Item: Item };
  readonly DeleteRequest?: { readonly Key: Item };
}

const perTable = <T>({ RequestItems }: Body, one: (name: string, items: T) => Access): Access[] =>
  Object.entries(RequestItems as Record<string, T>).map(([name, items]) => one(name, items));

const getArn = ({ TableName }: Table): string => arn('dynamodb', `table/${TableName}`);
const getHashName = (schema: Table['KeySchema']): string => schema[0]?.AttributeName ?? '';
const leading = (values: readonly unknown[]) => {
  const keys = values.filter((value) => value !== undefined).map(String);
  return keys.length > 0 ? { context: { 'dynamodb:LeadingKeys': keys } } : {};
};

function access(action: string, table: Table, items: readonly Item[]): Access {
  const hash = getHashName(table.KeySchema);
  return { action, resource: getArn(table), ...leading(items.map((item) => toText(item[hash]))) };
}

/** An index has its own ARN, and LeadingKeys holds its partition key. */
function query({ IndexName, KeyConditions }: Request, table: Table): Access {
  const index = table.GlobalSecondaryIndexes?.find((each) => each.IndexName === IndexName);
  const conditions = KeyConditions as Record<string, { AttributeValueList: readonly Item[string][] }> | undefined;
  const [value] = conditions?.[getHashName(index?.KeySchema ?? table.KeySchema)]?.AttributeValueList ?? [];
  const resource = IndexName === undefined ? getArn(table) : `${getArn(table)}/index/${IndexName}`;
  return { action: 'dynamodb:Query', resource, ...leading([toText(value)]) };
}

const toText = (value: Item[string] | undefined): unknown => value?.S ?? value?.N;
