import { cursorReader } from '../../../chain/rows/cursor-reader';
import { networkReader } from '../../../pchain/rows/network';
import { webhookReaders } from '../../rows/readers';

export const readers = { ...webhookReaders, Cursor: cursorReader, PNetwork: networkReader };
