import type { Table } from '../../../lambdas/core/table/table';
import { TOKEN, type TokenRecord, tokenKey } from '../../../lambdas/evm/tokens/rows/token-item';
import { address } from './blocks';

/** What is known of a token: its number, as `address` takes it, and any field of its record. */
export type Known = Partial<Omit<TokenRecord, 'token'>> & { readonly token: number };

/** Puts the records of tokens of chain 31337 into a table, as the worker that reads them does. */
export async function knowTokens(table: Table, known: readonly Known[]): Promise<void> {
  for (const { token, ...fields } of known) {
    const attributes = Object.entries(fields).map(([name, value]) => [TOKEN[name as keyof typeof TOKEN], value]);
    await table.update(tokenKey('31337', address(token)), { set: Object.fromEntries(attributes) });
  }
}
