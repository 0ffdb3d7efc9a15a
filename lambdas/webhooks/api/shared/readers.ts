import { cursorReader } from '../../../chain/rows/cursor-reader';
import { networkReader } from '../../../pchain/rows/network';
import { webhookReaders } from '../../rows/readers';

/** Readers of webhook endpoints, by entity: of webhooks, and of the chains that they watch. */
export const readers = { ...webhookReaders, Cursor: cursorReader, PNetwork: networkReader };
