import { key } from '../../core/table/key';
import { entities } from '../../core/table/schema';
import { MESSAGE_RETENTION_DAYS } from '../contract/delivery';
import type { MessageRef } from '../domain/message';

export type MessagePosition = Omit<MessageRef, 'kind'>;

export const RETENTION_SECONDS = MESSAGE_RETENTION_DAYS * 86_400;

export const messageKey = ({ webhook, block, tx, digest }: MessagePosition) => ({
  pk: key(entities.Message.pk, { webhook }),
  sk: key(entities.Message.sk, { block, tx, digest }),
});
