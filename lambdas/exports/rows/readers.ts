import { blockReader } from '../../evm/rows/block-reader';
import { evmCursorReader } from '../../evm/rows/cursor-reader';
import { pBlockReader } from '../../pchain/rows/block-reader';
import { networkReader } from '../../pchain/rows/network';
import { operationReader, operationWriter } from './operations';

export const exportReaders = {
  Cursor: evmCursorReader,
  Block: blockReader,
  PNetwork: networkReader,
  PBlock: pBlockReader,
  Operation: operationReader,
};

export const exportWriters = {
  Operation: operationWriter,
  // Written by the Operation writer; listed for permissions only.
  RunningOperations: () => ({}),
  StartingOperation: () => ({}),
};
