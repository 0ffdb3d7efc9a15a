import { bytes, fixed, type Of, readWhole, safeU64, struct, u16, variants } from './codec';
import { MalformedBytes } from './hex-reader';
import { id } from './parts';

const signed = { parentId: id, time: safeU64, pChainHeight: safeU64, certificate: bytes, block: bytes };

/** Snowman++ wrappers (`vms/proposervm/block` of avalanchego). An Option has no proposer. */
const CONTAINERS = {
  Block: [0, { ...signed, signature: bytes }],
  Option: [1, { parentId: id, block: bytes }],
  // ACP-181: the epoch is three u64.
  GraniteBlock: [2, { ...signed, epoch: fixed(24), signature: bytes }],
} as const;

export const containerCodec = struct({ version: u16, container: variants(CONTAINERS) });
export type Container = Of<typeof containerCodec>['container'];

/**
 * undefined for a bare block, as before the Snowman++ fork. Type IDs of blocks and containers
 * overlap: verify the inner block's ID.
 */
export function readContainer(digits: string): Container | undefined {
  try {
    return readWhole(containerCodec, digits).container;
  } catch (error) {
    if (error instanceof MalformedBytes) return undefined;
    throw error;
  }
}
