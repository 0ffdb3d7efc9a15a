import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';

export function cb58OfBytes(bytes: string): string {
  const plain = Buffer.from(bytes.slice(2), 'hex');
  return base58.encode(Buffer.concat([plain, createHash('sha256').update(plain).digest().subarray(-4)]));
}
