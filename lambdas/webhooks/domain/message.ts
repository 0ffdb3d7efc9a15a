import type { Attempt, MessageStatus } from '../contract/schemas/webhook-messages';

/** Identifies a message of a webhook, and orders them by block. */
export interface MessageRef {
  /** Id of the webhook. */
  readonly webhook: string;
  readonly block: number;
  /** Position of the transaction in its block. */
  readonly tx: number;
  /** 32 hexadecimal digits. */
  readonly digest: string;
  readonly kind: 'added' | 'removed' | 'test' | 'operation';
}

/** A message to a webhook. Its content is built from the block at each attempt. */
export interface MessageRecord extends MessageRef {
  readonly owner: string;
  readonly status: MessageStatus;
  /** Unix milliseconds. */
  readonly createdAt: number;
  /** Attempts on its schedule so far: replays are not counted. */
  readonly tries: number;
  /** The latest ones, replays included. */
  readonly attempts: readonly Attempt[];
  /** Unix milliseconds; absent before the first attempt and after the last. */
  readonly nextAttemptAt?: number;
  /** Its number among the webhook's messages, given when it was first sent. */
  readonly sequence?: number;
  /** When its block was found to have left the chain, Unix milliseconds: it is not sent any more. */
  readonly revokedAt?: number;
  /** Absent from a test message, and from one about an operation. Without a transaction where none led to it. */
  readonly of?: { readonly blockHash: string; readonly txHash?: string };
  /** What the message says, where it is about an operation. */
  readonly operation?: object;
  /** Id of the message that this one takes back. */
  readonly removes?: string;
  /** Which event of the transaction, for kinds that may send a webhook several messages for one. */
  readonly subEvent?: string;
  /** false: its receiver is not told if the block leaves the chain. */
  readonly removals?: false;
  /** The webhook asks for data that did not come in time, such as internal transactions: sent without it. */
  readonly isIncomplete?: boolean;
}

/** A message about a block. */
export type BlockMessage = MessageRecord & Required<Pick<MessageRecord, 'of'>>;

/** A message as it is created. */
export type NewMessage = Omit<
  MessageRecord,
  'status' | 'tries' | 'attempts' | 'nextAttemptAt' | 'sequence' | 'revokedAt'
>;

/** How the id of a message begins. */
const PREFIX = { added: 'msg', removed: 'msg', test: 'test', operation: 'op' } as const;
const ID = /^(msg|test|op)_(\d{10})_(\d{5})_([0-9a-f]{32})$/;
/** Which message of a webhook has this id; undefined where the text is no message id. */
export function refOfId(webhook: string, id: string): Omit<MessageRef, 'kind'> | undefined {
  const [, , block, tx, digest] = ID.exec(id) ?? [];
  return digest === undefined ? undefined : { webhook, block: Number(block), tx: Number(tx), digest };
}

/** The id that receivers see: the same at each attempt and replay. It has no full stop, the separator of what is signed. */
export const messageId = ({ kind, block, tx, digest }: MessageRef): string =>
  `${PREFIX[kind]}_${String(block).padStart(10, '0')}_${String(tx).padStart(5, '0')}_${digest}`;
