import { struct, u16, u32 } from '../../../lambdas/pchain/domain/codec/codec';
import { id, output } from '../../../lambdas/pchain/domain/codec/parts';
import { signedTx } from '../../../lambdas/pchain/domain/codec/tx';

/** A transaction that stands alone, behind the version of the codec: what `platform.getTx` tells. */
export const standaloneTx = struct({ version: u16, tx: signedTx });

/** An output that can be spent, behind the version of the codec: what `platform.getUTXOs` tells. */
export const utxoCodec = struct({ version: u16, txId: id, outputIndex: u32, rest: output });
