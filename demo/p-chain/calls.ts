/** avalanchego's default of `subnetID`. */
export const PRIMARY_NETWORK = '11111111111111111111111111111111LpoYY';

export type Params = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Method, and parameters as JSON with sorted keys, without avalanchego's defaults. */
export function callKey(method: string, params: Params = {}): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && !isDefault(value));
  return `${method} ${JSON.stringify(Object.fromEntries(given.sort(([a], [b]) => (a < b ? -1 : 1))))}`;
}

function isDefault(value: string | readonly string[]): boolean {
  return value === PRIMARY_NETWORK || value === 'hex' || value.length === 0;
}
