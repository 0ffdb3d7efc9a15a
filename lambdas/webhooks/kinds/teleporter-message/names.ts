import type { MessageSettings } from './settings';

/**
 * Subscription name for messages of any party. The prefix avoids collisions with addresses of other kinds, which have
 * none.
 */
export const ANYBODY = 'message-anybody';
/** Subscription name of a lower-case address. */
export const getName = (address: string): string => `message-${address}`;
/** All subscription names of a webhook. */
export const getNames = ({ anybody }: MessageSettings, addresses: readonly string[]): string[] =>
  anybody ? [ANYBODY] : addresses.map(getName);
