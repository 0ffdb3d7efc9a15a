import { bytes, fixed, list, type Of, struct, u32, u64, variants } from './codec';

/** An id of 32 bytes: of a transaction, a block, a chain, a subnet, an asset. */
export const id = fixed(32);
/** A node id, 20 bytes. */
export const nodeId = fixed(20);
const address = fixed(20);

const ownersFields = { locktime: u64, threshold: u32, addresses: list(address) };
/** Who may spend or decide: `threshold` of the addresses (20 bytes each), from `locktime` (Unix seconds) on. */
export const owners = variants({ OutputOwners: [11, ownersFields] });
/** See `owners`. */
export type Owners = Of<typeof owners>;

const transferOutput = { amount: u64, ...ownersFields };
const plainOutput = variants({ TransferOutput: [7, transferOutput] });
/** An output. `locktime` of a StakeableLockOut: until then (Unix seconds) it can be staked, and nothing else. */
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
/** An input: which output it spends, and how much that holds. */
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

/** Which of the owners have signed, by their index. */
export const authorization = variants({ Input: [10, signatureIndices] });

/** Signatures over the unsigned transaction: 65 bytes each, recoverable. */
export const credential = variants({ Credential: [9, { signatures: list(fixed(65)) }] });

/** A BLS public key (48 bytes, compressed) and the proof that its holder has the secret key (96 bytes). */
const proofOfPossession = { publicKey: fixed(48), proofOfPossession: fixed(96) };
/** The BLS key of a validator, if it has one. */
export const signer = variants({ EmptySigner: [27, {}], ProofOfPossession: [28, proofOfPossession] });

/** A stake: `weight` in the smallest unit of its asset, start and end in Unix seconds. */
export const stake = struct({ nodeId, start: u64, end: u64, weight: u64 });

/** Owners without a lock, as Warp messages have them. */
export const warpOwners = struct({ threshold: u32, addresses: list(address) });
/** A validator of an L1 from the conversion of its subnet. `nodeId` has any length on the wire. Balance in nAVAX. */
export const convertedValidator = struct({
  nodeId: bytes,
  weight: u64,
  balance: u64,
  signer: struct(proofOfPossession),
  remainingBalanceOwner: warpOwners,
  deactivationOwner: warpOwners,
});
