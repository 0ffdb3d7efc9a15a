/** An address as an operator writes it, in lower case. */
export function addressIn(text: string): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) throw new Error(`${text} is no address: 0x and 40 hexadecimal digits`);
  return text.toLowerCase();
}
