import { setTimeout as sleep } from 'node:timers/promises';
import { idOfCb58, toCb58 } from '../../../lambdas/core/domain/cb58';
import { type Of, readWhole } from '../../../lambdas/pchain/domain/codec/codec';
import { type Input, type Output, type Owners, output } from '../../../lambdas/pchain/domain/codec/parts';
import { signedTx, type UnsignedTx, unsignedTx } from '../../../lambdas/pchain/domain/codec/tx';
import { addressText } from '../../support/pchain/address';
import { utxoCodec } from '../../support/pchain/codecs';
import { hexToBytes, type Key, sha256 } from './keys';
import { call, Refused, withChecksum, withoutChecksum } from './rpc';

/** nAVAX. */
export const AVAX = 1_000_000_000n;
/** Above the fee of any transaction, nAVAX: the node burns the excess. */
export const FEE = AVAX / 100n;
/** Transactions of this process. Each pays one nAVAX more, as a node rejects a once rejected transaction again. */
let sent = 0n;
const ACCEPT_TIMEOUT_MS = 30_000;

/** Unix seconds. */
export const now = (): number => Math.floor(Date.now() / 1000);

type Utxo = Of<typeof utxoCodec>;

/** A driven network: its node, and the IDs that its transactions need. */
export type Network = {
  url: string;
  networkId: number;
  /** The address prefix. */
  prefix: string;
  avax: string;
  cChain: string;
  xChain: string;
};

/** The ID of the P-Chain. */
export const P_CHAIN = `0x${'00'.repeat(32)}`;

/** Owners of an output: a threshold of the keys. */
export const owners = (threshold: number, ...keys: Key[]): Owners => ({
  type: 'OutputOwners',
  locktime: 0n,
  threshold,
  addresses: keys.map(({ address }) => address).sort(),
});

/** An output of AVAX, or of another asset. */
export const payTo = (net: Network, amount: bigint, to: Owners, assetId = net.avax): Output => ({
  assetId,
  output: { ...to, type: 'TransferOutput', amount },
});

/** The current UTXOs of keys on a chain. */
export async function getUtxos(net: Network, keys: readonly Key[], chain = 'P', sourceChain?: string): Promise<Utxo[]> {
  const addresses = keys.map(({ address }) => addressText(address, net.prefix, chain));
  const path = { P: 'bc/P', X: 'bc/X', C: 'bc/C/avax' }[chain] ?? chain;
  const service = { P: 'platform', X: 'avm', C: 'avax' }[chain];
  const { utxos } = await call<{ utxos: string[] }>(net.url, path, `${service}.getUTXOs`, {
    ...{ addresses, limit: 1024, encoding: 'hex' },
    ...(sourceChain ? { sourceChain: toCb58(sourceChain) } : {}),
  });
  return utxos.map((text) => readWhole(utxoCodec, withoutChecksum(text)));
}

/** The base of a spending transaction, and the signers of its inputs. */
export type Funded = {
  base: { networkId: number; blockchainId: string; outputs: readonly Output[]; inputs: readonly Input[]; memo: string };
  /** The signing keys of each input. */
  signers: Key[][];
};

/** Spends outputs of keys for amounts and the fee. The change goes to the first key. */
export async function fund(
  net: Network,
  keys: readonly Key[],
  {
    amount,
    outputs = [],
    locked = 0n,
    assets = [],
    memo = '0x',
  }: {
    amount: bigint;
    outputs?: readonly Output[];
    /** Taken from outputs that can only be staked. */
    locked?: bigint;
    assets?: readonly { assetId: string; amount: bigint }[];
    memo?: string;
  },
): Promise<Funded & { lockedUntil: bigint }> {
  const [first] = keys;
  if (!first) throw new Error('a key must pay');
  const spendable = await getUtxos(net, keys);
  const inputs: { input: Input; signers: Key[] }[] = [];
  const change: Output[] = [];
  let lockedUntil = 0n;
  const take = (wanted: bigint, matches: (utxo: Utxo) => boolean, back: (rest: bigint) => Output) => {
    let missing = wanted;
    for (const utxo of spendable.filter(matches)) {
      if (missing <= 0n) break;
      const spent = spend(utxo, keys);
      if (!spent) continue;
      inputs.push(spent);
      missing -= getAmount(utxo);
      if (utxo.rest.output.type === 'StakeableLockOut') lockedUntil = utxo.rest.output.locktime;
    }
    if (missing > 0n) throw new Error(`${missing} too little`);
    if (missing < 0n) change.push(back(-missing));
  };
  const isPlain =
    (asset: string) =>
    ({ rest }: Utxo) =>
      rest.assetId === asset && rest.output.type === 'TransferOutput';
  sent += 1n;
  take(amount + FEE + sent, isPlain(net.avax), (rest) => payTo(net, rest, owners(1, first)));
  for (const { assetId, amount: wanted } of assets)
    take(wanted, isPlain(assetId), (rest) => payTo(net, rest, owners(1, first), assetId));
  if (locked > 0n)
    take(
      locked,
      ({ rest }) => rest.output.type === 'StakeableLockOut',
      (rest) => lockedOutput(net, rest, lockedUntil, owners(1, first)),
    );
  inputs.sort(byPosition);
  return {
    base: {
      ...{ networkId: net.networkId, blockchainId: P_CHAIN, memo },
      outputs: sorted([...outputs, ...change]),
      inputs: inputs.map(({ input }) => input),
    },
    signers: inputs.map(({ signers }) => signers),
    lockedUntil,
  };
}

/** An output that can only be staked until a time. */
export const lockedOutput = (net: Network, amount: bigint, until: bigint, to: Owners): Output => ({
  assetId: net.avax,
  output: { type: 'StakeableLockOut', locktime: until, output: { ...to, type: 'TransferOutput', amount } },
});

/** Outputs in the order that the node requires: by asset, then by bytes. */
export const sorted = (outputs: readonly Output[]): Output[] =>
  [...outputs].sort((a, b) => (output.write(a) < output.write(b) ? -1 : 1));

const getPosition = ({ txId, outputIndex }: Input): string => txId + outputIndex.toString(16).padStart(8, '0');

/** The order of inputs that the node requires. */
export const byPosition = (a: { input: Input }, b: { input: Input }): number =>
  getPosition(a.input) < getPosition(b.input) ? -1 : 1;

const getAmount = ({ rest }: Utxo): bigint =>
  rest.output.type === 'StakeableLockOut' ? rest.output.output.amount : rest.output.amount;

/** The input that spends an output. Undefined if the keys cannot spend it now. */
export function spend(
  { txId, outputIndex, rest }: Utxo,
  keys: readonly Key[],
): { input: Input; signers: Key[] } | undefined {
  const plain = rest.output.type === 'StakeableLockOut' ? rest.output.output : rest.output;
  if (plain.locktime > BigInt(now())) return undefined;
  const found = getSigners(plain, keys);
  if (!found) return undefined;
  const { signatureIndices, signers } = found;
  const transfer = { type: 'TransferInput' as const, amount: plain.amount, signatureIndices };
  const input: Input['input'] =
    rest.output.type === 'StakeableLockOut'
      ? { type: 'StakeableLockIn', locktime: rest.output.locktime, input: transfer }
      : transfer;
  return { input: { txId, outputIndex, assetId: rest.assetId, input }, signers };
}

/** The indices and keys of the signing owners. Undefined if too few keys are given. */
export function getSigners({ threshold, addresses }: Pick<Owners, 'threshold' | 'addresses'>, keys: readonly Key[]) {
  const held = addresses.flatMap((address, index) => {
    const held = keys.find((one) => one.address === address);
    return held ? [{ index, key: held }] : [];
  });
  if (held.length < threshold) return undefined;
  const signing = held.slice(0, threshold);
  return { signatureIndices: signing.map(({ index }) => index), signers: signing.map((one) => one.key) };
}

/** Signs and sends a transaction, and waits until the chain has decided. Returns its ID. Throws Refused. */
export async function issue(net: Network, unsigned: UnsignedTx, signers: readonly (readonly Key[])[]): Promise<string> {
  const hash = sha256(hexToBytes(`0x0000${unsignedTx.write(unsigned)}`));
  const credentials = signers.map((keys) => ({
    type: 'Credential' as const,
    signatures: keys.map((one) => one.sign(hash)),
  }));
  const digits = `0000${signedTx.write({ unsigned, credentials })}`;
  const { txID } = await call<{ txID: string }>(net.url, 'bc/P', 'platform.issueTx', {
    tx: withChecksum(digits),
    encoding: 'hex',
  });
  const id = idOfCb58(txID);
  if (id !== `0x${sha256(hexToBytes(`0x${digits}`)).toString('hex')}`)
    throw new Error(`the node has another id: ${txID}`);
  for (const deadline = Date.now() + ACCEPT_TIMEOUT_MS; Date.now() < deadline; await sleep(25)) {
    const { status, reason } = await call<{ status: string; reason?: string }>(
      net.url,
      'bc/P',
      'platform.getTxStatus',
      {
        txID,
      },
    );
    if (status === 'Committed') return id;
    if (status === 'Dropped' || status === 'Aborted') throw new Refused(`${unsigned.type}: ${status} ${reason ?? ''}`);
  }
  throw new Refused(`${unsigned.type} ${txID} was not accepted`);
}

/** The common case: keys fund and sign a transaction, and owners authorize it. */
export async function send(
  net: Network,
  keys: readonly Key[],
  spends: Parameters<typeof fund>[2],
  make: (base: Funded['base'], more: { lockedUntil: bigint }) => UnsignedTx,
  authorizedBy: readonly Key[] = [],
): Promise<string> {
  const { base, signers, lockedUntil } = await fund(net, keys, spends);
  return issue(net, make(base, { lockedUntil }), authorizedBy.length > 0 ? [...signers, authorizedBy] : signers);
}
