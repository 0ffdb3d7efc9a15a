import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { TeleporterEvent } from '../domain/events';
import type { TeleporterMessage } from '../domain/join';

// JSON: rows are few, mostly text, and always read whole.
const encode = (value: object): Uint8Array => deflateRawSync(JSON.stringify(value));
const decode = (bytes: Uint8Array): unknown => JSON.parse(inflateRawSync(bytes).toString('utf8'));

export const encodeTeleporterEvent: (event: TeleporterEvent) => Uint8Array = encode;
export const decodeTeleporterEvent = (bytes: Uint8Array): TeleporterEvent => decode(bytes) as TeleporterEvent;
export const encodeTeleporterMessage: (message: TeleporterMessage) => Uint8Array = encode;
export const decodeTeleporterMessage = (bytes: Uint8Array): TeleporterMessage => decode(bytes) as TeleporterMessage;
