/**
 * Idempotency keys for the requests of a form. A request that is repeated unchanged, because its answer was lost, has
 * the key of the first one until `done`.
 */
export function createIdempotencyKeys() {
  let last: { readonly text: string; readonly key: string } | undefined;
  return {
    headers(body: unknown): Readonly<Record<string, string>> {
      const text = JSON.stringify(body);
      if (last?.text !== text) last = { text, key: randomKey() };
      return { 'idempotency-key': last.key };
    },
    done(): void {
      last = undefined;
    },
  };
}

/** `randomUUID` exists only on pages that are served by HTTPS or from localhost. */
const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
