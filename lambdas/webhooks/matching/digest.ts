import { createHash } from 'node:crypto';
import type { MessageRef } from '../domain/message';

interface Identity {
  readonly chain: string;
  readonly blockHash: string;
  readonly txHash?: string;
  readonly webhook: string;
  readonly kind: MessageRef['kind'];
  /** How often the block had become canonical. */
  readonly incarnation: number;
  readonly subEvent?: string;
}

/** Deterministic per operation and webhook. 32 hex digits. */
export const noticeDigest = (webhook: string, operationId: string): string =>
  digest(['operation', operationId, webhook]);

/** The same each time the block is matched, but different when it returns after a reorg. 32 hex digits. */
export const computeDigest = ({
  chain,
  blockHash,
  txHash = '',
  webhook,
  kind,
  incarnation,
  subEvent,
}: Identity): string =>
  digest([chain, blockHash, txHash, webhook, kind, incarnation, ...(subEvent === undefined ? [] : [subEvent])]);

const digest = (parts: readonly (string | number)[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 32);
