import { struct, u16, u32 } from '../../../lambdas/pchain/domain/codec/codec';
import { id, output } from '../../../lambdas/pchain/domain/codec/parts';
import { signedTx } from '../../../lambdas/pchain/domain/codec/tx';

/** Codec version and transaction, as `platform.getTx` returns it. */
export const standaloneTx = struct({ version: u16, tx: signedTx });

/** Codec version and UTXO, as `platform.getUTXOs` returns it. */
export const utxoCodec = struct({ version: u16, txId: id, outputIndex: u32, rest: output });
