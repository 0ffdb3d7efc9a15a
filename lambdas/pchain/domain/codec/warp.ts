import { bytes, fixed, type Of, readWhole, struct, u16, u32, u64, variants } from './codec';
import { id, warpOwners } from './parts';

const version = u16;

/** ACP-30. Signed by a validator set. */
export const warpMessage = struct({
  version,
  networkId: u32,
  sourceChain: id,
  payload: bytes,
  signature: variants({ BitSetSignature: [0, { signers: bytes, signature: fixed(96) }] }),
});
export const addressedCall = struct({
  version,
  payload: variants({ AddressedCall: [1, { sourceAddress: bytes, message: bytes }] }),
});
/** Between L1s and the P-Chain (ACP-77). */
export const l1Message = struct({
  version,
  message: variants({
    SubnetToL1Conversion: [0, { conversionId: id }],
    RegisterL1Validator: [
      1,
      {
        subnetId: id,
        nodeId: bytes,
        publicKey: fixed(48),
        expiry: u64,
        remainingBalanceOwner: warpOwners,
        deactivationOwner: warpOwners,
        weight: u64,
      },
    ],
    L1ValidatorRegistration: [2, { validationId: id, registered: fixed(1) }],
    L1ValidatorWeight: [3, { validationId: id, nonce: u64, weight: u64 }],
  }),
});
export type L1Message = Of<typeof l1Message>['message'];

/** The hash of a registration's `bytes` is its validation ID. Throws MalformedBytes. */
export function getL1Message(signed: string): { readonly message: L1Message; readonly bytes: string } {
  const { payload } = readWhole(warpMessage, signed.slice(2));
  const { message } = readWhole(addressedCall, payload.slice(2)).payload;
  return { message: readWhole(l1Message, message.slice(2)).message, bytes: message.slice(2) };
}
