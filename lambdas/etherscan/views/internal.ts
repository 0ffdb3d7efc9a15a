import type { InternalTransaction } from '../../evm/domain/internal-transactions';
import type { InBlock } from '../../evm/rows/in-block';
import { UNKNOWN } from '../domain/unknown';
import { placeView } from './shared';

/** Only successful ones are stored. */
export const internalView = (
  row: InBlock,
  { row: place, type, from, to, value, gasLimit, gasUsed, created }: InternalTransaction,
  hash?: string,
) => ({
  ...placeView(row),
  ...(hash === undefined ? {} : { hash }),
  from,
  to: created === undefined ? to : '',
  value: String(value),
  contractAddress: created ?? '',
  input: UNKNOWN,
  // A SELFDESTRUCT is not a call; this is its name in parity's traces.
  type: type === 'UNKNOWN' ? 'suicide' : type.toLowerCase(),
  gas: String(gasLimit),
  gasUsed: String(gasUsed),
  // The place in the execution of the block. Clients take it for a number.
  traceId: String(place),
  isError: '0',
  errCode: '',
});
