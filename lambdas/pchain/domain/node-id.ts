import { bytesOfCb58, cb58OfBytes } from '../../core/domain/cb58';

const PREFIX = 'NodeID-';
const NODE_ID_BYTES = 20;

/** Formats a 20-byte node ID (0x-prefixed hex) as `NodeID-` and CB58. */
export const nodeIdText = (nodeId: string): string => PREFIX + cb58OfBytes(nodeId);

/** Parses `NodeID-…` to 20 bytes (0x-prefixed lower-case hex); undefined if the node ID is invalid. */
export const toNodeId = (text: string): string | undefined =>
  text.startsWith(PREFIX) ? bytesOfCb58(text.slice(PREFIX.length), NODE_ID_BYTES) : undefined;
