import { base58 } from '@scure/base';
import { hex } from './keys';

/** The 20 bytes of a textual node ID (`NodeID-…`). */
export const idOfNode = (text: string): string => hex(base58.decode(text.replace('NodeID-', '')).subarray(0, 20));
