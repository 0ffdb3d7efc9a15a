import { type KeyRefusal, parseKey } from '../contract/key-text';

/** Header values as API Gateway gives them: by name in any case, each as often as it was sent. */
type HeaderValues = Readonly<Record<string, readonly string[] | undefined>>;

/**
 * The key of a request, from the headers that may carry one; neither if it has none. Two different keys are refused, and
 * so is a key of this service in any other header: its caller would be served as anonymous without knowing it.
 */
export function keyInHeaders(
  headers: HeaderValues,
  keyHeaders: readonly string[],
): { readonly key?: string } | KeyRefusal {
  const given = Object.entries(headers).flatMap(([name, values = []]) =>
    values.filter((value) => value !== '').map((value) => ({ name: name.toLowerCase(), value })),
  );
  const keys = new Set(given.filter(({ name }) => keyHeaders.includes(name)).map(({ value }) => value));
  if (keys.size > 1) return { status: 400, message: `${keyHeaders.join(', ')}: given two different keys; send one` };
  const [key] = keys;
  if (key !== undefined) return { key };
  const misplaced = given.find(({ value }) => parseKey(value.replace(/^bearer\s+/i, '')));
  if (!misplaced) return {};
  return {
    status: 401,
    message: `${misplaced.name}: not a header for keys here; send the key as ${keyHeaders.join(' or ')}`,
  };
}
