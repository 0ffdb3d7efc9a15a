import { createHash } from 'node:crypto';
import type { Sha256 } from '../domain/sha256';

export const sha256: Sha256 = (digits) => createHash('sha256').update(digits, 'hex').digest('hex');
