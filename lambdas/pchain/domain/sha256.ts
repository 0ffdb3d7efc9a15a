/** SHA-256 of bytes; both are hexadecimal digits in lower case, without 0x. */
export type Sha256 = (digits: string) => string;
