/** A secret for responses: the HMAC key as hexadecimal digits. */
export const secretView = ({ current }: { readonly current: string }): { secret: string } => ({
  secret: Buffer.from(current).toString('hex'),
});
