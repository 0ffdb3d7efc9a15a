import { itemJson, readItem } from './attribute-json';

/** Fields of a request or an answer. */
export type Fields = Readonly<Record<string, unknown>>;

/** A request of the API as JSON; its items are plain values. */
export function requestJson(input: Fields): string {
  const fields = Object.entries(input).flatMap(([name, value]) =>
    value === undefined ? [] : [`"${name}":${fieldJson(name, value)}`],
  );
  return `{${fields.join(',')}}`;
}

/** Items are in these fields; the others are as they are. */
function fieldJson(name: string, value: unknown): string {
  switch (name) {
    case 'Item':
    case 'Key':
    case 'ExpressionAttributeValues':
      return itemJson(value as Fields);
    case 'RequestItems':
      return `{${Object.entries(value as Fields)
        .map(([table, asked]) => `${JSON.stringify(table)}:${Array.isArray(asked) ? listJson(asked) : keysJson(asked)}`)
        .join(',')}}`;
    case 'TransactItems':
      return listJson(value as readonly Fields[]);
    default:
      return JSON.stringify(value);
  }
}

/** Writes of a batch or of a transaction: each is an object of one request. */
const listJson = (writes: readonly Fields[]): string =>
  `[${writes
    .map((write) => {
      const [[kind, request] = ['', {}]] = Object.entries(write);
      return `{"${kind}":${requestJson(request as Fields)}}`;
    })
    .join(',')}]`;

function keysJson(asked: unknown): string {
  const { Keys, ...rest } = asked as { readonly Keys: readonly Fields[] };
  const json = JSON.stringify(rest);
  return `{"Keys":[${Keys.map(itemJson).join(',')}]${json === '{}' ? '' : `,${json.slice(1, -1)}`}}`;
}

/** An answer with plain items; what was left unprocessed as it was asked for. */
export function readAnswer(answer: Fields): Record<string, unknown> {
  const { Item, Attributes, Items, Responses, UnprocessedItems, UnprocessedKeys, LastEvaluatedKey, ...rest } =
    answer as Record<string, never>;
  const perTable = <T, R>(tables: Readonly<Record<string, T>>, read: (of: T) => R) =>
    Object.fromEntries(Object.entries(tables).map(([table, of]) => [table, read(of)]));
  return {
    ...rest,
    ...(Item ? { Item: readItem(Item) } : {}),
    ...(Attributes ? { Attributes: readItem(Attributes) } : {}),
    ...(Items ? { Items: (Items as readonly Fields[]).map(readItem) } : {}),
    ...(LastEvaluatedKey ? { LastEvaluatedKey: readItem(LastEvaluatedKey) } : {}),
    ...(Responses
      ? { Responses: perTable<readonly Fields[], unknown>(Responses, (items) => items.map(readItem)) }
      : {}),
    ...(UnprocessedItems
      ? { UnprocessedItems: perTable<readonly Fields[], unknown>(UnprocessedItems, (writes) => writes.map(readWrite)) }
      : {}),
    ...(UnprocessedKeys
      ? {
          UnprocessedKeys: perTable<{ readonly Keys: readonly Fields[] }, unknown>(UnprocessedKeys, (asked) => ({
            ...asked,
            Keys: asked.Keys.map(readItem),
          })),
        }
      : {}),
  };
}

function readWrite(write: Fields): Fields {
  const { PutRequest, DeleteRequest } = write as { PutRequest?: { Item: Fields }; DeleteRequest?: { Key: Fields } };
  return PutRequest
    ? { PutRequest: { Item: readItem(PutRequest.Item) } }
    : { DeleteRequest: { Key: readItem(DeleteRequest?.Key ?? {}) } };
}
