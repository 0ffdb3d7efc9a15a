/** A secret as answers show it: the bytes that messages are signed with, as hexadecimal digits. */
export const secretView = ({ current }: { readonly current: string }): { secret: string } => ({
  secret: Buffer.from(current).toString('hex'),
});
