import type { Attempt, MessageStatus } from '../../contract/schemas/webhook-messages';

/** Which message of a webhook: its place among them, newest block last. */
export interface MessageRef {
  /** Id of the webhook. */
  readonly webhook: string;
  readonly block: number;
  /** Place of the transaction in its block. */
  readonly tx: number;
  /** 32 hexadecimal digits. */
  readonly digest: string;
  readonly kind: 'added' | 'removed' | 'test';
}

/** A message to a webhook. Its content is made anew from the block at each attempt. */
export interface MessageRecord extends MessageRef {
  readonly owner: string;
  readonly status: MessageStatus;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Attempts that were begun; one that was cut off is not among `attempts`. */
  readonly begun: number;
  readonly attempts: readonly Attempt[];
  /** Unix milliseconds; absent while a queue holds it. */
  readonly nextAttemptAt?: number;
  /** Absent from a test. */
  readonly of?: { readonly blockHash: string; readonly txHash: string };
  /** Id of the message that this one takes back. */
  readonly removes?: string;
  /** Internal transactions are asked for, and were not known in time. */
  readonly withoutInternals?: boolean;
}

/** A message as it is made. */
export type NewMessage = Omit<MessageRecord, 'status' | 'begun' | 'attempts' | 'nextAttemptAt'>;

const ID = /^(msg|test)_(\d{10})_(\d{5})_([0-9a-f]{32})$/;
/** Which message of a webhook has this id; undefined where none can. */
export function refOfId(webhook: string, id: string): Omit<MessageRef, 'kind'> | undefined {
  const [, , block, tx, digest] = ID.exec(id) ?? [];
  return digest === undefined ? undefined : { webhook, block: Number(block), tx: Number(tx), digest };
}

/** The id that receivers see: the same at each attempt and replay. It has no full stop, which the signature joins with. */
export const messageId = ({ kind, block, tx, digest }: MessageRef): string =>
  `${kind === 'test' ? 'test' : 'msg'}_${String(block).padStart(10, '0')}_${String(tx).padStart(5, '0')}_${digest}`;
