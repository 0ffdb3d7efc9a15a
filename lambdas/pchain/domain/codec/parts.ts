import { bytes, fixed, list, type Of, struct, u32, u64, variants } from './codec';

/** 32 bytes: a transaction, block, chain, subnet or asset ID. */
export const id = fixed(32);
/** 20 bytes. */
export const nodeId = fixed(20);
const address = fixed(20);

const ownersFields = { locktime: u64, threshold: u32, addresses: list(address) };
/** `threshold` of the addresses (20 bytes each) must sign. Locked until `locktime` (Unix seconds). */
export const owners = variants({ OutputOwners: [11, ownersFields] });
/** See `owners`. */
export type Owners = Of<typeof owners>;

const transferOutput = { amount: u64, ...ownersFields };
const plainOutput = variants({ TransferOutput: [7, transferOutput] });
/** `locktime` of a StakeableLockOut: until then (Unix seconds) it can only be staked. */
export const output = struct({
  assetId: id,
  output: variants({
    TransferOutput: [7, transferOutput],
    StakeableLockOut: [22, { locktime: u64, output: plainOutput }],
  }),
});
/** See `output`. */
export type Output = Of<typeof output>;

const signatureIndices = { signatureIndices: list(u32) };
const transferInput = { amount: u64, ...signatureIndices };
const plainInput = variants({ TransferInput: [5, transferInput] });
/** References the spent output by transaction and index, and repeats its amount. */
export const input = struct({
  txId: id,
  outputIndex: u32,
  assetId: id,
  input: variants({
    TransferInput: [5, transferInput],
    StakeableLockIn: [21, { locktime: u64, input: plainInput }],
  }),
});
/** See `input`. */
export type Input = Of<typeof input>;

/** Indexes of the owners that have signed. */
export const authorization = variants({ Input: [10, signatureIndices] });

/** Recoverable secp256k1 signatures of the unsigned transaction, 65 bytes each. */
export const credential = variants({ Credential: [9, { signatures: list(fixed(65)) }] });

/** A compressed BLS public key (48 bytes) and its proof of possession (96 bytes). */
const proofOfPossession = { publicKey: fixed(48), proofOfPossession: fixed(96) };
/** A validator's BLS key; EmptySigner if it has none. */
export const signer = variants({ EmptySigner: [27, {}], ProofOfPossession: [28, proofOfPossession] });

/** `weight` in the smallest unit of the asset; `start` and `end` in Unix seconds. */
export const stake = struct({ nodeId, start: u64, end: u64, weight: u64 });

/** Owners without a locktime, as in Warp messages. */
export const warpOwners = struct({ threshold: u32, addresses: list(address) });
/** An initial L1 validator in a subnet's conversion. `nodeId` has a variable length on the wire. `balance` in nAVAX. */
export const convertedValidator = struct({
  nodeId: bytes,
  weight: u64,
  balance: u64,
  signer: struct(proofOfPossession),
  remainingBalanceOwner: warpOwners,
  deactivationOwner: warpOwners,
});
