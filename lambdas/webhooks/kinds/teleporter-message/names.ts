import type { MessageSettings } from './settings';

/** What webhooks subscribe to that watch the messages of anybody. Addresses of other kinds have names without a prefix. */
export const ANYBODY = 'message-anybody';
/** What webhooks subscribe to that watch an address, in lower case. */
export const getName = (address: string): string => `message-${address}`;
/** What a webhook subscribes to. */
export const getNames = ({ anybody }: MessageSettings, addresses: readonly string[]): string[] =>
  anybody ? [ANYBODY] : addresses.map(getName);
