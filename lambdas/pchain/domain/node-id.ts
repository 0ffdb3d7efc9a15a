import { bytesOfCb58, cb58OfBytes } from '../../core/domain/cb58';

const PREFIX = 'NodeID-';
const NODE_ID_BYTES = 20;

export const nodeIdText = (nodeId: string): string => PREFIX + cb58OfBytes(nodeId);

/** Lower-case hex; undefined if the node ID is invalid. */
export const toNodeId = (text: string): string | undefined =>
  text.startsWith(PREFIX) ? bytesOfCb58(text.slice(PREFIX.length), NODE_ID_BYTES) : undefined;
