import { evmCursorReader } from '../../../evm/rows/cursor-reader';
import { networkReader } from '../../../pchain/rows/network';
import { nodeHeadReader } from '../../../pchain/rows/node-head';

/** Readers of the health check, by entity. */
export const readers = { Cursor: evmCursorReader, NodeHead: nodeHeadReader, PNetwork: networkReader };
