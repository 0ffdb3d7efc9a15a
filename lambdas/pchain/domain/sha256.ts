/** Input and output are lower-case hex without 0x. */
export type Sha256 = (digits: string) => string;
