import * as z from 'zod';
import { chunk } from '../../core/contract/chunk';
import { toCb58 } from '../../core/domain/cb58';
import { NodeDown } from '../../core/node/errors';
import { checked } from './checked';
import type { PChainRpc } from './rpc';
import { sentBytes } from './sent-bytes';
import { sha256 } from './sha256';

const HexTx = z.object({ tx: z.string().regex(/^0x0000([0-9a-f]{2}){6,}$/) });
/** Calls that are sent at once. */
const CALLS = 256;
/** 0x and the version of the codec. */
const PREFIX = '0x0000'.length;

/**
 * The bytes of transactions by id: 0x and digits, as a block has them, without the version of the codec. Throws a NodeError
 * if the node does not give one, or another.
 */
export async function fetchTxs(
  rpc: Pick<PChainRpc, 'all'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const some of chunk(ids, CALLS)) {
    const answers = await rpc.all(some.map((id) => ['getTx', { txID: toCb58(id), encoding: 'hex' }]));
    for (const [i, id] of some.entries()) {
      const what = `transaction ${toCb58(id)}`;
      const bytes = sentBytes(checked(HexTx, what, answers[i]).tx, what);
      if (`0x${sha256(bytes.slice(2))}` !== id) throw new NodeDown(`the node gives another ${what}`);
      found.set(id, `0x${bytes.slice(PREFIX)}`);
    }
  }
  return found;
}
