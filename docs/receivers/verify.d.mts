type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Whether a message is authentic, by Standard Webhooks. `secret`: 64 hexadecimal digits. `now`: Unix seconds. */
export function verify(secret: string, headers: Headers, body: Uint8Array, now?: number): boolean;
/** Checks only x-signature, which does not cover the time of sending. */
export function verifySimple(secret: string, headers: Headers, body: Uint8Array): boolean;
