import type { MessageSettings } from './settings';

/** For messages of any party. The prefix avoids collisions with addresses of other kinds, which have none. */
export const ANYBODY = 'message-anybody';
/** `address`: lower case. */
export const getName = (address: string): string => `message-${address}`;
export const getNames = ({ anybody }: MessageSettings, addresses: readonly string[]): string[] =>
  anybody ? [ANYBODY] : addresses.map(getName);
