import { compacted, safeInHtml } from './json-text';

/** `data`: text of a JSON object; empty where it is absent. */
export interface RpcFailure {
  readonly code: number;
  readonly message: string;
  readonly data?: string;
}
/** `result`: JSON text, sent as it is. */
export type RpcOutcome = { readonly result: string } | { readonly error: RpcFailure };

export const failure = (code: number, message: string, data?: string): { readonly error: RpcFailure } => ({
  error: { code, message, ...(data === undefined ? {} : { data }) },
});

/** Without the final line break. `id`: JSON text; null if unknown. */
export function answerText(outcome: RpcOutcome, id: string | undefined): string {
  if ('result' in outcome) return answerWith(`"result":${outcome.result}`, id);
  const { code, message, data = '{}' } = outcome.error;
  return answerWith(`"error":{"code":${code},"message":${safeInHtml(JSON.stringify(message))},"data":${data}}`, id);
}

export const answerWith = (member: string, id: string | undefined): string =>
  `{"jsonrpc":"2.0",${member},"id":${id === undefined ? 'null' : compacted(id)}}`;
