export function getStep(call: string, input: Readonly<Record<string, unknown>>): string {
  const {
    Key,
    UpdateExpression = '',
    RequestItems,
  } = input as {
    readonly Key?: { readonly pk: string; readonly sk: string };
    readonly UpdateExpression?: string;
    readonly RequestItems?: Readonly<Record<string, readonly object[]>>;
  };
  if (call === 'TransactWriteItems') return JSON.stringify(input).includes('"tm#') ? 'message joined' : 'chain created';
  if (call === 'UpdateItem' && Key?.pk.startsWith('tm#')) return 'message joined';
  if (call === 'UpdateItem' && Key?.pk.startsWith('cur#')) {
    if (Key.sk.startsWith('bf-')) return 'job moved';
    if (Key.sk !== 'head') return 'trace cursor';
    const text = JSON.stringify(input);
    if (UpdateExpression.includes('REMOVE') && text.includes('"ph"')) return 'cursor';
    return text.includes('"ph"') ? 'pending' : 'lease';
  }
  if (call === 'UpdateItem' && Key?.pk.startsWith('bi#')) return 'incarnation';
  if (call === 'BatchWriteItem') {
    const writes = Object.values(RequestItems ?? {}).flat();
    return writes.some((write) => 'DeleteRequest' in write) ? 'deletes' : 'rows';
  }
  if (call === 'DeleteItem') return 'deletes';
  if (/^(Put|Update)Item$/.test(call)) return 'single row';
  return 'read';
}
