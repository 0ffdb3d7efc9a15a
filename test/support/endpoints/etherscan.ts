import { handler } from '../../../lambdas/etherscan/api/call-etherscan';
import { type Asked, call } from './call';
import type { AllDeps } from './deps';

export interface EtherscanAnswer {
  readonly status: string;
  readonly message: string;
  readonly result: unknown;
}
export type Row = Readonly<Record<string, string>>;
type Query = Readonly<Record<string, string>>;

/** `query`: as sent, such as `module=account&action=txlist`. */
export async function ask(deps: AllDeps, query: string | Query, asked: Asked = {}): Promise<EtherscanAnswer> {
  const fields = typeof query === 'string' ? Object.fromEntries(new URLSearchParams(query)) : query;
  const answer = await call(handler, deps, { path: '/api', sourceIp: '192.0.2.1', ...asked, query: { ...fields } });
  if (answer.status !== 200) throw new Error(`status ${answer.status}: ${answer.text}`);
  return answer.body as unknown as EtherscanAnswer;
}

/** Throws for an error, but not for an empty list. */
export async function rowsOf(deps: AllDeps, query: string | Query, asked: Asked = {}): Promise<readonly Row[]> {
  const { message, result } = await ask(deps, query, asked);
  if (Array.isArray(result)) return result as Row[];
  throw new Error(`${message}: ${String(result)}`);
}
