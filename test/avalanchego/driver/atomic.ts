import { setTimeout as sleep } from 'node:timers/promises';
import {
  bytes,
  type Codec,
  fixed,
  list,
  struct,
  text,
  u8,
  u32,
  u64,
  variants,
} from '../../../lambdas/pchain/domain/codec/codec';
import { credential, id, input, output } from '../../../lambdas/pchain/domain/codec/parts';
import { hexToBytes, type Key, sha256 } from './keys';
import { call, withChecksum } from './rpc';
import { byPosition, FEE, getUtxos, type Network, owners, P_CHAIN, payTo, sorted, spend } from './wallet';

/*
 * The X-Chain and C-Chain transactions that move assets to and from the P-Chain. Their codecs are the P-Chain's, with
 * other type IDs for transactions.
 */

const base = { networkId: u32, blockchainId: id, outputs: list(output), inputs: list(input), memo: bytes };
const initialOutput = variants({
  TransferOutput: [7, { amount: u64, locktime: u64, threshold: u32, addresses: list(fixed(20)) }],
});
const xTx = variants({
  CreateAssetTx: [
    1,
    {
      ...{ ...base, name: text, symbol: text, denomination: u8 },
      states: list(struct({ fxIndex: u32, outputs: list(initialOutput) })),
    },
  ],
  ExportTx: [4, { ...base, destinationChain: id, exportedOutputs: list(output) }],
});
const evmInput = struct({ address: fixed(20), amount: u64, assetId: id, nonce: u64 });
const cTx = variants({
  ExportTx: [
    1,
    {
      ...{ networkId: u32, blockchainId: id, destinationChain: id },
      ...{ inputs: list(evmInput), exportedOutputs: list(output) },
    },
  ],
});

/** Signs each input with its keys, and waits until the chain has accepted. */
async function issue<T>(
  net: Network,
  { path, service, codec }: { path: string; service: string; codec: Codec<T> },
  tx: T,
  signers: Key[][],
): Promise<string> {
  const unsigned = `0000${codec.write(tx)}`;
  const hash = sha256(hexToBytes(`0x${unsigned}`));
  const credentials = signers.map((keys) => ({
    type: 'Credential' as const,
    signatures: keys.map((k) => k.sign(hash)),
  }));
  const digits = unsigned + list(credential).write(credentials);
  const params = { tx: withChecksum(digits), encoding: 'hex' };
  const { txID } = await call<{ txID: string }>(net.url, path, `${service}.issueTx`, params);
  const method = service === 'avm' ? 'avm.getTxStatus' : 'avax.getAtomicTxStatus';
  for (const deadline = Date.now() + 30_000; ; await sleep(50)) {
    const { status } = await call<{ status: string }>(net.url, path, method, { txID });
    if (status === 'Accepted') return `0x${sha256(hexToBytes(`0x${digits}`)).toString('hex')}`;
    if (Date.now() > deadline) throw new Error(`${path} ${txID} is ${status}`);
  }
}

const X = { path: 'bc/X', service: 'avm', codec: xTx };
const C = { path: 'bc/C/avax', service: 'avax', codec: cTx };

/** The base of an X-Chain transaction that spends amounts by asset, and the fee. */
async function xBase(net: Network, by: Key, wanted: ReadonlyMap<string, bigint>) {
  const missing = new Map([...wanted, [net.avax, (wanted.get(net.avax) ?? 0n) + FEE]]);
  const inputs = [];
  for (const utxo of await getUtxos(net, [by], 'X')) {
    const left = missing.get(utxo.rest.assetId) ?? 0n;
    const spent = left > 0n ? spend(utxo, [by]) : undefined;
    if (!spent || utxo.rest.output.type !== 'TransferOutput') continue;
    inputs.push(spent);
    missing.set(utxo.rest.assetId, left - utxo.rest.output.amount);
  }
  const change = [...missing].flatMap(([asset, left]) => (left < 0n ? [payTo(net, -left, owners(1, by), asset)] : []));
  inputs.sort(byPosition);
  return {
    tx: {
      ...{ networkId: net.networkId, blockchainId: net.xChain, outputs: sorted(change), memo: '0x' },
      inputs: inputs.map((one) => one.input),
    },
    signers: inputs.map(() => [by]),
  };
}

/** Creates an asset on the X-Chain. Returns its ID. */
export async function createAsset(net: Network, by: Key, amount: bigint): Promise<string> {
  const { tx, signers } = await xBase(net, by, new Map());
  const owned = { ...owners(1, by), type: 'TransferOutput' as const, amount };
  const states = [{ fxIndex: 0, outputs: [owned] }];
  return issue(
    net,
    X,
    { type: 'CreateAssetTx', ...tx, name: 'Token', symbol: 'TOK', denomination: 9, states },
    signers,
  );
}

/** Exports an asset from the X-Chain to the P-Chain, where it must be imported. */
export async function exportFromX(net: Network, by: Key, amount: bigint, assetId = net.avax): Promise<string> {
  const { tx, signers } = await xBase(net, by, new Map([[assetId, amount]]));
  const exportedOutputs = [payTo(net, amount, owners(1, by), assetId)];
  return issue(net, X, { type: 'ExportTx', ...tx, destinationChain: P_CHAIN, exportedOutputs }, signers);
}

/** Exports AVAX from the C-Chain to the P-Chain, where it must be imported. */
export async function exportFromC(net: Network, by: Key, amounts: readonly bigint[]): Promise<string> {
  const nonce = await call<string>(net.url, 'bc/C/rpc', 'eth_getTransactionCount', [by.evmAddress, 'latest']);
  const amount = amounts.reduce((sum, one) => sum + one, FEE * 10n);
  const inputs = [{ address: by.evmAddress, amount, assetId: net.avax, nonce: BigInt(nonce) }];
  const exportedOutputs = sorted(amounts.map((one) => payTo(net, one, owners(1, by))));
  const tx = { networkId: net.networkId, blockchainId: net.cChain, destinationChain: P_CHAIN, inputs, exportedOutputs };
  return issue(net, C, { type: 'ExportTx', ...tx }, [[by]]);
}

/** Outputs exported from another chain to keys of the P-Chain. */
export async function importable(net: Network, keys: readonly Key[], sourceChain: string) {
  const found = (await getUtxos(net, keys, 'P', sourceChain)).flatMap((utxo) => {
    const spent = spend(utxo, keys);
    return spent ? [spent] : [];
  });
  return found.sort(byPosition);
}
