import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import { MESSAGE_RETENTION_DAYS } from '../contract/delivery';
import type { MessageRef } from '../domain/message';

/** Which message of a webhook, without what sort of message it is. */
export type MessagePosition = Omit<MessageRef, 'kind'>;

/** How long messages are kept, and with them whatever refers to them. */
export const RETENTION_SECONDS = MESSAGE_RETENTION_DAYS * 86_400;

/** The key of a message's item. */
export const messageKey = ({ webhook, block, tx, digest }: MessagePosition) => ({
  pk: key(entities.Message.pk, { webhook }),
  sk: key(entities.Message.sk, { block, tx, digest }),
});
