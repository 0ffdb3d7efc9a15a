import type { Table } from '../../../lambdas/core/table/table';
import { TOKEN, type TokenRecord, tokenKey } from '../../../lambdas/evm/tokens/rows/token-item';
import { address } from './blocks';

/** `token`: a number, as for `address`. */
export type Known = Partial<Omit<TokenRecord, 'token'>> & { readonly token: number };

export async function knowTokens(table: Table, known: readonly Known[]): Promise<void> {
  for (const { token, ...fields } of known) {
    const attributes = Object.entries(fields).map(([name, value]) => [TOKEN[name as keyof typeof TOKEN], value]);
    await table.update(tokenKey('31337', address(token)), { set: Object.fromEntries(attributes) });
  }
}
