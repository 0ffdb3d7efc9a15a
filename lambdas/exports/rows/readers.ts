import { blockReader } from '../../evm/rows/block-reader';
import { evmReaders } from '../../evm/rows/readers';
import { pBlockReader } from '../../pchain/rows/block-reader';
import { networkReader } from '../../pchain/rows/network';
import { operationReader, operationWriter } from './operations';

/** Readers that endpoints of exports use, by entity. */
export const exportReaders = {
  Cursor: evmReaders.Cursor,
  Block: blockReader,
  PNetwork: networkReader,
  PBlock: pBlockReader,
  Operation: operationReader,
};

/** Writers that endpoints of exports use, by entity. */
export const exportWriters = {
  Operation: operationWriter,
  // Changed with the operations.
  RunningOperations: () => ({}),
  StartingOperation: () => ({}),
};
