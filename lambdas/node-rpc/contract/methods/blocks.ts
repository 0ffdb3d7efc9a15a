import * as z from 'zod';
import { encoding, height, id, method, uint64Text } from '../method';

const encodedBy = z.string().meta({ description: 'The encoding.', example: 'hex' });
const Bytes = z
  .union([z.string(), z.looseObject({})])
  .meta({ description: 'Bytes in the encoding that was asked for, or an object with json.' });
const Block = z.object({ block: Bytes, encoding: encodedBy });
const txID = id('Id of the transaction.');

export const getBlock = method({
  name: 'platform.getBlock',
  summary: 'A block by its id',
  params: z.object({ blockID: id('Id of the block.'), encoding }),
  result: Block,
  cache: 'forever',
});
export const getBlockByHeight = method({
  name: 'platform.getBlockByHeight',
  summary: 'A block by its height',
  params: z.object({ height, encoding }),
  result: Block,
  cache: 'forever',
});
export const getTx = method({
  name: 'platform.getTx',
  summary: 'An accepted transaction',
  params: z.object({ txID, encoding }),
  result: z.object({ tx: Bytes, encoding: encodedBy }),
  cache: 'forever',
});
export const getTxStatus = method({
  name: 'platform.getTxStatus',
  summary: 'What became of a transaction',
  params: z.object({ txID }),
  result: z.object({
    status: z.enum(['Committed', 'Aborted', 'Processing', 'Dropped', 'Unknown']).meta({ description: 'The status.' }),
    reason: z.string().optional().meta({ description: 'Why it was dropped.', example: 'insufficient funds' }),
  }),
  cache: 1,
});
export const getRewardUTXOs = method({
  name: 'platform.getRewardUTXOs',
  summary: 'The outputs that a staking transaction was rewarded with',
  params: z.object({ txID, encoding }),
  result: z.object({
    numFetched: uint64Text('How many.', '1'),
    utxos: z.array(z.string()).meta({ description: 'The outputs as bytes.' }),
    encoding: encodedBy,
  }),
  cache: 'block',
  deprecated: true,
});
