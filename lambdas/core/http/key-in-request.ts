import { type KeyRefusal, parseKey } from '../contract/key-text';

type Values = Readonly<Record<string, readonly string[] | undefined>>;

/** As API Gateway sends them: names in any case, one value per occurrence, null for none. */
interface SentRequest {
  readonly multiValueHeaders?: Values | null;
  readonly multiValueQueryStringParameters?: Values | null;
}

interface Places {
  readonly keyHeaders: readonly string[];
  /** In lower case. */
  readonly parameter?: string | undefined;
}

/** Of documentation that clients' users copy. */
const PLACEHOLDER = 'yourapikeytoken';
export const isKeyGiven = (value: string): boolean => value !== '' && value.toLowerCase() !== PLACEHOLDER;

/** Refuses two different keys, and a key in a wrong header, which would silently be served as anonymous. */
export function keyInRequest(
  { multiValueHeaders, multiValueQueryStringParameters }: SentRequest,
  { keyHeaders, parameter }: Places,
): { readonly key?: string } | KeyRefusal {
  const headers = valuesIn(multiValueHeaders);
  const query = valuesIn(multiValueQueryStringParameters).filter(({ name }) => name === parameter);
  const keys = new Set(
    [...headers.filter(({ name }) => keyHeaders.includes(name)), ...query.filter(({ value }) => isKeyGiven(value))].map(
      ({ value }) => value,
    ),
  );
  const places = [...keyHeaders, ...(parameter === undefined ? [] : [parameter])];
  if (keys.size > 1)
    return { status: 400, message: `${places.join(', ')}: two different API keys were sent; send only one` };
  const [key] = keys;
  if (key !== undefined) return { key };
  const misplaced = headers.find(({ value }) => parseKey(value.replace(/^bearer\s+/i, '')));
  if (!misplaced) return {};
  return {
    status: 401,
    message: `${misplaced.name}: API keys are not accepted in this header; send the key as ${places.join(' or ')}`,
  };
}

const valuesIn = (fields: Values | null | undefined) =>
  Object.entries(fields ?? {}).flatMap(([name, values = []]) =>
    values.filter((value) => value !== '').map((value) => ({ name: name.toLowerCase(), value })),
  );
