import type { APIGatewayProxyEvent } from 'aws-lambda';
import { canonicalName } from '../../contract/parameters';

/** The query and the form as one, under the declared names; a value given twice counts once. */
export function withParameters(event: APIGatewayProxyEvent): APIGatewayProxyEvent {
  const given: Record<string, string[]> = Object.create(null);
  const add = (name: string, values: readonly string[]) => {
    const known = canonicalName(name);
    // API Gateway has looked it up.
    if (known === 'apikey') return;
    given[known] = [...new Set([...(given[known] ?? []), ...values])];
  };
  for (const [name, values] of Object.entries(event.multiValueQueryStringParameters ?? {})) add(name, values ?? []);
  for (const [name, value] of formIn(event)) add(name, [value]);
  return { ...event, body: null, multiValueQueryStringParameters: given };
}

/** Clients send the form with any type, or with none. */
export function formIn({ httpMethod, body, isBase64Encoded }: APIGatewayProxyEvent): URLSearchParams {
  if (httpMethod !== 'POST' || !body) return new URLSearchParams();
  return new URLSearchParams(isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body);
}
