import { bytes, fixed, list, type Of, struct, u32, u64, variants } from './codec';

export const id = fixed(32);
export const nodeId = fixed(20);
const address = fixed(20);

const ownersFields = { locktime: u64, threshold: u32, addresses: list(address) };
/** `threshold` of the addresses must sign. Locked until `locktime`. */
export const owners = variants({ OutputOwners: [11, ownersFields] });
export type Owners = Of<typeof owners>;

const transferOutput = { amount: u64, ...ownersFields };
const plainOutput = variants({ TransferOutput: [7, transferOutput] });
/** Until the `locktime` of a StakeableLockOut it can only be staked. */
export const output = struct({
  assetId: id,
  output: variants({
    TransferOutput: [7, transferOutput],
    StakeableLockOut: [22, { locktime: u64, output: plainOutput }],
  }),
});
export type Output = Of<typeof output>;

const signatureIndices = { signatureIndices: list(u32) };
const transferInput = { amount: u64, ...signatureIndices };
const plainInput = variants({ TransferInput: [5, transferInput] });
export const input = struct({
  txId: id,
  outputIndex: u32,
  assetId: id,
  input: variants({
    TransferInput: [5, transferInput],
    StakeableLockIn: [21, { locktime: u64, input: plainInput }],
  }),
});
export type Input = Of<typeof input>;

/** Indexes of the owners that have signed. */
export const authorization = variants({ Input: [10, signatureIndices] });

export const credential = variants({ Credential: [9, { signatures: list(fixed(65)) }] });

const proofOfPossession = { publicKey: fixed(48), proofOfPossession: fixed(96) };
export const signer = variants({ EmptySigner: [27, {}], ProofOfPossession: [28, proofOfPossession] });

export const stake = struct({ nodeId, start: u64, end: u64, weight: u64 });

export const warpOwners = struct({ threshold: u32, addresses: list(address) });
/** `nodeId` has a variable length on the wire. `balance` in nAVAX. */
export const convertedValidator = struct({
  nodeId: bytes,
  weight: u64,
  balance: u64,
  signer: struct(proofOfPossession),
  remainingBalanceOwner: warpOwners,
  deactivationOwner: warpOwners,
});
