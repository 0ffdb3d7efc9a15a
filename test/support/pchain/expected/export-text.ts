export const isoSeconds = (seconds: number): string => `${new Date(seconds * 1_000).toISOString().slice(0, 19)}Z`;

export function wholeAvax(amount: bigint): string {
  const [front, rest] = [amount / 1_000_000_000n, amount % 1_000_000_000n];
  const digits = (rest + 1_000_000_000n).toString().slice(1).replace(/0+$/, '');
  return digits === '' ? String(front) : `${front}.${digits}`;
}

/** Only single-line text; otherwise hex. */
export function memoText(memo: string | undefined): string {
  if (memo === undefined || memo === '0x') return '';
  const text = Buffer.from(memo.slice(2), 'hex').toString('utf8');
  const isText = `0x${Buffer.from(text, 'utf8').toString('hex')}` === memo.toLowerCase();
  return isText && ![...text].some((char) => char < ' ' || (char >= '\x7f' && char <= '\x9f')) ? text : memo;
}
