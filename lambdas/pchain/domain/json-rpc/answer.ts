import { compacted, safeInHtml } from './json-text';

/** The error of a call. `data` is the text of a JSON object; empty where it is absent. */
export interface RpcFailure {
  /** An integer. */
  readonly code: number;
  readonly message: string;
  readonly data?: string;
}
/** What a call ends with. `result` is JSON text, sent as it is. */
export type RpcOutcome = { readonly result: string } | { readonly error: RpcFailure };

/** An error of this service, or a node's in our form. */
export const failure = (code: number, message: string, data?: string): { readonly error: RpcFailure } => ({
  error: { code, message, ...(data === undefined ? {} : { data }) },
});

/** The text of an answer, without the line break that ends it. `id`: JSON text; null where it is not known. */
export function answerText(outcome: RpcOutcome, id: string | undefined): string {
  if ('result' in outcome) return answerWith(`"result":${outcome.result}`, id);
  const { code, message, data = '{}' } = outcome.error;
  return answerWith(`"error":{"code":${code},"message":${safeInHtml(JSON.stringify(message))},"data":${data}}`, id);
}

/** The same around a member that is written already: `"result":…` or `"error":…`. */
export const answerWith = (member: string, id: string | undefined): string =>
  `{"jsonrpc":"2.0",${member},"id":${id === undefined ? 'null' : compacted(id)}}`;
