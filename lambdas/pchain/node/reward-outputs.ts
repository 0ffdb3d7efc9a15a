import * as z from 'zod';
import { toCb58 } from '../../core/domain/cb58';
import { readWhole, struct, u16, u32 } from '../domain/codec/codec';
import { id, output } from '../domain/codec/parts';
import type { Utxo } from '../domain/replay/effects';
import { getUtxo } from '../domain/replay/outputs';
import { checked } from './checked';
import type { PChainRpc } from './rpc';
import { sentBytes } from './sent-bytes';

const Utxos = z.object({ utxos: z.array(z.string().regex(/^0x0000([0-9a-f]{2}){40,}$/)) });
const standaloneUtxo = struct({ version: u16, txId: id, outputIndex: u32, rest: output });

/** By output index. Throws a NodeError. */
export async function fetchRewardOutputs(rpc: Pick<PChainRpc, 'call'>, txId: string): Promise<Utxo[]> {
  const subject = `rewards of ${toCb58(txId)}`;
  const { utxos } = checked(Utxos, subject, await rpc.call('getRewardUTXOs', { txID: toCb58(txId), encoding: 'hex' }));
  return utxos
    .map((text) => readWhole(standaloneUtxo, sentBytes(text, subject).slice(2)))
    .map((one) => getUtxo(one.txId, one.outputIndex, one.rest))
    .toSorted((a, b) => a.outputIndex - b.outputIndex);
}
