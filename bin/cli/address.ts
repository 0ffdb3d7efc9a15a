export function addressIn(text: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text))
    throw new Error(`invalid address ${text}: must be 0x and 40 hexadecimal digits`);
  return text.toLowerCase();
}
