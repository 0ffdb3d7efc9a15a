/**
 * Reads the headers sent with each export: `name=value,name=value` with percent-encoded values, like
 * OTEL_EXPORTER_OTLP_HEADERS.
 */
export function createHeaders(parameter: string | undefined): () => Promise<Readonly<Record<string, string>>> {
  if (parameter === undefined) return async () => ({});
  const read = async () => {
    const { readSecret } = await import('../aws/secret-parameter');
    return parseHeaders(await readSecret(parameter));
  };
  // Begun before the first export, which a request may wait for.
  let first: ReturnType<typeof read> | undefined = read();
  first.catch(() => undefined);
  return () => {
    const headers = first ?? read();
    first = undefined;
    return headers;
  };
}

export const parseHeaders = (text: string): Record<string, string> =>
  Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const [name = '', ...value] = pair.split('=');
      return name.trim() === '' ? [] : [[name.trim(), decodeURIComponent(value.join('=').trim())]];
    }),
  );
