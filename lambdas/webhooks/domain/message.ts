import type { Attempt, MessageStatus } from '../contract/schemas/webhook-messages';

export interface MessageRef {
  readonly webhook: string;
  readonly block: number;
  readonly tx: number;
  /** 32 hexadecimal digits. */
  readonly digest: string;
  readonly kind: 'added' | 'removed' | 'test' | 'operation';
}

/** Without a body, which is rebuilt from the block at each attempt. */
export interface MessageRecord extends MessageRef {
  readonly owner: string;
  readonly status: MessageStatus;
  /** Unix ms. */
  readonly createdAt: number;
  /** Scheduled attempts, excluding replays. */
  readonly tries: number;
  /** The latest ones, including replays. */
  readonly attempts: readonly Attempt[];
  /** Unix ms; absent before the first attempt and after the last. */
  readonly nextAttemptAt?: number;
  /** Within the webhook, assigned at the first attempt. */
  readonly sequence?: number;
  /** Unix ms. Its block was reorged out: the message is not sent any more. */
  readonly revokedAt?: number;
  /** Of the event that removed its block. */
  readonly revokedSerial?: number;
  /** Absent for test messages and operation notices. No `txHash` if no transaction caused the event. */
  readonly of?: { readonly blockHash: string; readonly txHash?: string };
  readonly operation?: object;
  /** ID of the message that this removal retracts. */
  readonly removes?: string;
  readonly subEvent?: string;
  /** No removal is sent if the block is reorged out. */
  readonly removals?: false;
  readonly isIncomplete?: boolean;
  /** Only in the feed: its webhook had no URL, or its messages are sent in the order of the feed. */
  readonly isPulled?: boolean;
  readonly isOrdered?: boolean;
}

export type BlockMessage = MessageRecord & Required<Pick<MessageRecord, 'of'>>;

export type NewMessage = Omit<
  MessageRecord,
  'status' | 'tries' | 'attempts' | 'nextAttemptAt' | 'sequence' | 'revokedAt' | 'revokedSerial'
>;

const PREFIX = { added: 'msg', removed: 'msg', test: 'test', operation: 'op' } as const;
const ID = /^(msg|test|op)_(\d{10})_(\d{5})_([0-9a-f]{32})$/;
export function refOfId(webhook: string, id: string): Omit<MessageRef, 'kind'> | undefined {
  const [, , block, tx, digest] = ID.exec(id) ?? [];
  return digest === undefined ? undefined : { webhook, block: Number(block), tx: Number(tx), digest };
}

/** Without a full stop, the separator in the Standard Webhooks signature. */
export const messageId = ({ kind, block, tx, digest }: MessageRef): string =>
  `${PREFIX[kind]}_${String(block).padStart(10, '0')}_${String(tx).padStart(5, '0')}_${digest}`;
