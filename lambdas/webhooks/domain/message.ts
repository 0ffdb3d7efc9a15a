import type { Attempt, MessageStatus } from '../contract/schemas/webhook-messages';

/** Identifies a message of a webhook; orders messages by block. */
export interface MessageRef {
  /** Webhook ID. */
  readonly webhook: string;
  readonly block: number;
  /** Position of the transaction in its block. */
  readonly tx: number;
  /** 32 hexadecimal digits. */
  readonly digest: string;
  readonly kind: 'added' | 'removed' | 'test' | 'operation';
}

/** A message to a webhook. Its body is rebuilt from the block at each attempt. */
export interface MessageRecord extends MessageRef {
  readonly owner: string;
  readonly status: MessageStatus;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Scheduled attempts so far, excluding replays. */
  readonly tries: number;
  /** The latest attempts, including replays. */
  readonly attempts: readonly Attempt[];
  /** Unix milliseconds; absent before the first attempt and after the last. */
  readonly nextAttemptAt?: number;
  /** Sequence number within the webhook, assigned at the first attempt. */
  readonly sequence?: number;
  /** When its block was reorged out, Unix milliseconds: the message is not sent any more. */
  readonly revokedAt?: number;
  /** Absent for test messages and operation notices. No `txHash` if no transaction caused the event. */
  readonly of?: { readonly blockHash: string; readonly txHash?: string };
  /** The event of an operation notice. */
  readonly operation?: object;
  /** ID of the message that this removal retracts. */
  readonly removes?: string;
  /** Identifies the event within its transaction, for kinds that may send several messages per transaction. */
  readonly subEvent?: string;
  /** false: no removal is sent if the block is reorged out. */
  readonly removals?: false;
  /** Requested data, such as internal transactions, did not arrive in time; sent without it. */
  readonly isIncomplete?: boolean;
}

export type BlockMessage = MessageRecord & Required<Pick<MessageRecord, 'of'>>;

/** A message at creation, before any attempt. */
export type NewMessage = Omit<
  MessageRecord,
  'status' | 'tries' | 'attempts' | 'nextAttemptAt' | 'sequence' | 'revokedAt'
>;

/** Prefix of message IDs. */
const PREFIX = { added: 'msg', removed: 'msg', test: 'test', operation: 'op' } as const;
const ID = /^(msg|test|op)_(\d{10})_(\d{5})_([0-9a-f]{32})$/;
/** Parses a message ID; undefined if malformed. */
export function refOfId(webhook: string, id: string): Omit<MessageRef, 'kind'> | undefined {
  const [, , block, tx, digest] = ID.exec(id) ?? [];
  return digest === undefined ? undefined : { webhook, block: Number(block), tx: Number(tx), digest };
}

/**
 * The message ID in bodies and headers: the same at each attempt and replay. Contains no full stop, the separator in
 * the Standard Webhooks signature.
 */
export const messageId = ({ kind, block, tx, digest }: MessageRef): string =>
  `${PREFIX[kind]}_${String(block).padStart(10, '0')}_${String(tx).padStart(5, '0')}_${digest}`;
