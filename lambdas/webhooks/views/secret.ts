/** As hexadecimal digits. */
export const secretView = ({ current }: { readonly current: string }): { secret: string } => ({
  secret: Buffer.from(current).toString('hex'),
});
