/** The id of the primary network. Calls that leave out `subnetID` mean it. */
export const PRIMARY_NETWORK = '11111111111111111111111111111111LpoYY';

/** Parameters of a call, by name. */
export type Params = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The name of a call in a recording: its method, and its parameters as JSON with sorted keys. What avalanchego assumes by
 * itself is left out: the primary network, the encoding `hex`, no node ids.
 */
export function callKey(method: string, params: Params = {}): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && !isDefault(value));
  return `${method} ${JSON.stringify(Object.fromEntries(given.sort(([a], [b]) => (a < b ? -1 : 1))))}`;
}

function isDefault(value: string | readonly string[]): boolean {
  return value === PRIMARY_NETWORK || value === 'hex' || value.length === 0;
}
