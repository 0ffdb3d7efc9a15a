import { cursorReader } from '../../chain/rows/cursor-reader';
import { webhookReader } from './webhook-item';

export const noticeReaders = { Cursor: cursorReader, Webhook: webhookReader };
