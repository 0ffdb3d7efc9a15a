import { createHash } from 'node:crypto';
import type { MessageRef } from '../../domain/webhooks/message';

/** What tells a message from every other of its webhook. */
interface Identity {
  readonly chain: string;
  readonly blockHash: string;
  readonly txHash: string;
  readonly webhook: string;
  readonly kind: MessageRef['kind'];
  /** How often the block had become canonical here. */
  readonly incarnation: number;
}

/** The same however often a block is matched, and another when it comes back after a reorg. 32 hexadecimal digits. */
export const digestOf = ({ chain, blockHash, txHash, webhook, kind, incarnation }: Identity): string =>
  createHash('sha256')
    .update([chain, blockHash, txHash, webhook, kind, incarnation].join('\n'))
    .digest('hex')
    .slice(0, 32);
