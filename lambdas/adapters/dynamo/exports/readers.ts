import { blockReader } from '../evm/block-reader';
import { evmReaders } from '../evm/readers';
import { pBlockReader } from '../pchain/block-reader';
import { networkReader } from '../pchain/network';
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
