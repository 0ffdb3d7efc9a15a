import { blockReader } from '../../evm/rows/block-reader';
import { evmReaders } from '../../evm/rows/readers';
import { pBlockReader } from '../../pchain/rows/block-reader';
import { networkReader } from '../../pchain/rows/network';
import { operationReader, operationWriter } from './operations';

export const exportReaders = {
  Cursor: evmReaders.Cursor,
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
