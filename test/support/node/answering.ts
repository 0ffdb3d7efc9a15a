import type { Hex } from 'viem';

/** Bytecode that returns the answer for a call's prefix, and reverts otherwise. */
export function answering(answers: Readonly<Record<string, Hex>>): Hex {
  const hex = (n: number, bytes: number) => n.toString(16).padStart(2 * bytes, '0');
  const cases = Object.entries(answers);
  const handlers = cases.length * 41 + 5; // after 41 bytes of comparison a case, and the revert
  const data = handlers + cases.length * 16;
  let at = data;
  const compare: string[] = [];
  const handle: string[] = [];
  for (const [i, [call, answer]] of cases.entries()) {
    const size = (answer.length - 2) / 2;
    compare.push(`6000357f${call.padEnd(64, '0')}1461${hex(handlers + i * 16, 2)}57`);
    handle.push(`5b61${hex(size, 2)}61${hex(at, 2)}60003961${hex(size, 2)}6000f3`);
    at += size;
  }
  return `0x${compare.join('')}60006000fd${handle.join('')}${cases.map(([, a]) => a.slice(2)).join('')}`;
}
