import { bytes, fixed, type Of, readWhole, safeU64, struct, u16, variants } from './codec';
import { MalformedBytes } from './hex-reader';
import { id } from './parts';

const signed = { parentId: id, time: safeU64, pChainHeight: safeU64, certificate: bytes, block: bytes };

/** What surrounds a block (`vms/proposervm/block` of avalanchego): who proposed it, or the block that it is an option of. */
const CONTAINERS = {
  Block: [0, { ...signed, signature: bytes }],
  Option: [1, { parentId: id, block: bytes }],
  // ACP-181: the epoch of its validators, of three numbers.
  GraniteBlock: [2, { ...signed, epoch: fixed(24), signature: bytes }],
} as const;

/** A container, behind the version of the codec. */
export const containerCodec = struct({ version: u16, container: variants(CONTAINERS) });
/** A block with what surrounds it. Times are Unix seconds. */
export type Container = Of<typeof containerCodec>['container'];

/**
 * A container by its digits (without 0x); undefined if they are those of a bare block, as all are from before the fork that
 * brought containers. The types of both have the same ids: the caller compares the block within.
 */
export function readContainer(digits: string): Container | undefined {
  try {
    return readWhole(containerCodec, digits).container;
  } catch (error) {
    if (error instanceof MalformedBytes) return undefined;
    throw error;
  }
}
