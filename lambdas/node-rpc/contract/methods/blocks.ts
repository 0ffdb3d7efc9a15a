import * as z from 'zod';
import { encoding, height, id, method, uint64Text } from '../method';

const encodedBy = z.string().meta({ description: 'Encoding of the bytes.', example: 'hex' });
const Bytes = z
  .union([z.string(), z.looseObject({})])
  .meta({ description: 'Bytes in the requested encoding, or an object with json.' });
const Block = z.object({ block: Bytes, encoding: encodedBy });
const txID = id('Id of the transaction.');

export const getBlock = method({
  name: 'platform.getBlock',
  summary: 'Get a block by id',
  params: z.object({ blockID: id('Id of the block.'), encoding }),
  result: Block,
  cache: 'forever',
});
export const getBlockByHeight = method({
  name: 'platform.getBlockByHeight',
  summary: 'Get a block by height',
  params: z.object({ height, encoding }),
  result: Block,
  cache: 'forever',
});
export const getTx = method({
  name: 'platform.getTx',
  summary: 'Get an accepted transaction',
  params: z.object({ txID, encoding }),
  result: z.object({ tx: Bytes, encoding: encodedBy }),
  cache: 'forever',
});
export const getTxStatus = method({
  name: 'platform.getTxStatus',
  summary: 'Get the status of a transaction',
  params: z.object({ txID }),
  result: z.object({
    status: z.enum(['Committed', 'Aborted', 'Processing', 'Dropped', 'Unknown']).meta({ description: 'The status.' }),
    reason: z.string().optional().meta({ description: 'Why it was dropped.', example: 'insufficient funds' }),
  }),
  cache: 1,
});
export const getRewardUTXOs = method({
  name: 'platform.getRewardUTXOs',
  summary: 'Get the reward outputs of a staking transaction',
  params: z.object({ txID, encoding }),
  result: z.object({
    numFetched: uint64Text('Number of outputs.', '1'),
    utxos: z.array(z.string()).meta({ description: 'The encoded outputs.' }),
    encoding: encodedBy,
  }),
  cache: 'block',
  deprecated: true,
});
