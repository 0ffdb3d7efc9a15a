import { createHash } from 'node:crypto';

/** An error response of avalanchego, with its message. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** Calls a method of a node. `path` follows `/ext/`. Throws Refused. */
export async function call<T>(url: string, path: string, method: string, params: unknown = {}): Promise<T> {
  const response = await fetch(`${url}/ext/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result: T; error?: { message: string } };
  if (error) throw new Refused(`${method}: ${error.message}`);
  return result;
}

/** Hex digits with the checksum that the node expects, as 0x and digits. */
export const withChecksum = (digits: string): string =>
  `0x${digits}${createHash('sha256').update(digits, 'hex').digest('hex').slice(-8)}`;

/** The hex digits of bytes from the node, without 0x and checksum. */
export const withoutChecksum = (text: string): string => text.slice(2, -8);
