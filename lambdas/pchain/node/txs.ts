import * as z from 'zod';
import { chunk } from '../../core/contract/chunk';
import { toCb58 } from '../../core/domain/cb58';
import { NodeDown } from '../../core/node/errors';
import { checked } from './checked';
import type { PChainRpc } from './rpc';
import { sentBytes } from './sent-bytes';
import { sha256 } from './sha256';

const HexTx = z.object({ tx: z.string().regex(/^0x0000([0-9a-f]{2}){6,}$/) });
const CALLS = 256;
/** 0x and the codec version. */
const PREFIX = '0x0000'.length;

/** By ID; 0x-prefixed hex without the codec version. Throws a NodeError. */
export async function fetchTxs(
  rpc: Pick<PChainRpc, 'all'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const some of chunk(ids, CALLS)) {
    const answers = await rpc.all(some.map((id) => ['getTx', { txID: toCb58(id), encoding: 'hex' }]));
    for (const [i, id] of some.entries()) {
      const subject = `transaction ${toCb58(id)}`;
      const bytes = sentBytes(checked(HexTx, subject, answers[i]).tx, subject);
      if (`0x${sha256(bytes.slice(2))}` !== id)
        throw new NodeDown(`the node returned a different transaction for ${toCb58(id)}`);
      found.set(id, `0x${bytes.slice(PREFIX)}`);
    }
  }
  return found;
}
