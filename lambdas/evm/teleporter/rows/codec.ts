import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { TeleporterEvent } from '../domain/events';
import type { TeleporterMessage } from '../domain/join';

// Deflated JSON: they are few, their fields are many and mostly text, and each is read whole.
const encode = (value: object): Uint8Array => deflateRawSync(JSON.stringify(value));
const decode = (bytes: Uint8Array): unknown => JSON.parse(inflateRawSync(bytes).toString('utf8'));

/** The bytes of an event. */
export const encodeTeleporterEvent: (event: TeleporterEvent) => Uint8Array = encode;
/** Decodes what `encodeTeleporterEvent` wrote. */
export const decodeTeleporterEvent = (bytes: Uint8Array): TeleporterEvent => decode(bytes) as TeleporterEvent;
/** The bytes of a message. */
export const encodeTeleporterMessage: (message: TeleporterMessage) => Uint8Array = encode;
/** Decodes what `encodeTeleporterMessage` wrote. */
export const decodeTeleporterMessage = (bytes: Uint8Array): TeleporterMessage => decode(bytes) as TeleporterMessage;
