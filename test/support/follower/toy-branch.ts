import type { BlockSummary } from '../../../lambdas/chain/kind';

/** `salt` distinguishes branches. */
export function toyBranch(below: readonly BlockSummary[], length: number, salt = 1): BlockSummary[] {
  const blocks = [...below];
  while (blocks.length < below.length + length) {
    const number = blocks.length;
    const hash = `0x${(salt * 1_000_000 + number).toString(16).padStart(64, '0')}`;
    const parentHash = blocks.at(-1)?.hash ?? `0x${'0'.repeat(64)}`;
    blocks.push({ number, hash, parentHash, time: 1_700_000_000 + number, transactions: (number * salt) % 3 });
  }
  return blocks;
}
