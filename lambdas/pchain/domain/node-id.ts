import { bytesOfCb58, cb58OfBytes } from '../../core/domain/cb58';

const PREFIX = 'NodeID-';
const NODE_ID_BYTES = 20;

/** A node id of 20 bytes (0x and digits) as Avalanche writes it: `NodeID-` and cb58. */
export const nodeIdText = (nodeId: string): string => PREFIX + cb58OfBytes(nodeId);

/** The 20 bytes of a node id as 0x and lower-case hexadecimal digits; undefined if the text is none. */
export const toNodeId = (text: string): string | undefined =>
  text.startsWith(PREFIX) ? bytesOfCb58(text.slice(PREFIX.length), NODE_ID_BYTES) : undefined;
