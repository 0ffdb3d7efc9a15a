type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Whether a message is authentic, by Standard Webhooks. `secret`: 64 hexadecimal digits. `now`: Unix seconds. */
export function verify(secret: string, headers: Headers, body: Uint8Array, now?: number): boolean;
/** The same by x-signature alone, which says nothing of when the message was sent. */
export function verifySimple(secret: string, headers: Headers, body: Uint8Array): boolean;
