import { evmCursorReader } from '../../../evm/rows/cursor-reader';
import { networkReader } from '../../../pchain/rows/network';
import { nodeHeadReader } from '../../../pchain/rows/node-head';

export const readers = { Cursor: evmCursorReader, NodeHead: nodeHeadReader, PNetwork: networkReader };
