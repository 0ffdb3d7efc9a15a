import { type KeyRefusal, parseKey } from '../contract/key-text';

/** As API Gateway sends them: names in any case, one value per occurrence. */
type HeaderValues = Readonly<Record<string, readonly string[] | undefined>>;

/** Refuses two different keys, and a key in a wrong header, which would silently be served as anonymous. */
export function keyInHeaders(
  headers: HeaderValues,
  keyHeaders: readonly string[],
): { readonly key?: string } | KeyRefusal {
  const sent = Object.entries(headers).flatMap(([name, values = []]) =>
    values.filter((value) => value !== '').map((value) => ({ name: name.toLowerCase(), value })),
  );
  const keys = new Set(sent.filter(({ name }) => keyHeaders.includes(name)).map(({ value }) => value));
  if (keys.size > 1)
    return { status: 400, message: `${keyHeaders.join(', ')}: two different API keys were sent; send only one` };
  const [key] = keys;
  if (key !== undefined) return { key };
  const misplaced = sent.find(({ value }) => parseKey(value.replace(/^bearer\s+/i, '')));
  if (!misplaced) return {};
  return {
    status: 401,
    message: `${misplaced.name}: API keys are not accepted in this header; send the key as ${keyHeaders.join(' or ')}`,
  };
}
