import { createHash } from 'node:crypto';
import type { MessageRef } from '../domain/message';

/** What distinguishes a message from every other. */
interface Identity {
  readonly chain: string;
  readonly blockHash: string;
  /** Absent where no transaction led to it. */
  readonly txHash?: string;
  readonly webhook: string;
  readonly kind: MessageRef['kind'];
  /** How often the block had become canonical here. */
  readonly incarnation: number;
  readonly subEvent?: string;
}

/** The same however often the end of an operation is told to a webhook. 32 hexadecimal digits. */
export const noticeDigest = (webhook: string, operationId: string): string =>
  digest(['operation', operationId, webhook]);

/** The same however often a block is matched, and another when the block returns after a reorg. 32 hexadecimal digits. */
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
