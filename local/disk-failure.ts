/** A sentence for the operator. Matches messages, as error codes are lost between threads. */
export function describeDiskFailure(error: unknown, folder: string): string | undefined {
  const text = `${error} ${error instanceof Error ? (error.cause ?? '') : ''}`;
  // Already described by a thread.
  const [own] = /The (?:data in|disk of) .+ (?:is damaged|is full|cannot be used).*/s.exec(text) ?? [];
  if (own !== undefined) return own.trim();
  if (/\b(ENOSPC|EDQUOT)\b|no space left on device|database or disk is full|disk quota exceeded/i.test(text))
    return `The disk of ${folder} is full. Free some space and start again: all stored data is kept.`;
  if (/\bCorruption:|IO error: .*No such file|disk image is malformed|file is not a database/.test(text))
    return describeDamage(firstLine(text), folder);
  if (/\b(EROFS|EIO)\b|\bIO error: |disk I\/O error|readonly database/.test(text))
    return `The disk of ${folder} cannot be used: ${firstLine(text)}.`;
  return undefined;
}

export const describeDamage = (reason: string, folder: string): string =>
  `The data in ${folder} is damaged (${reason}). Restore a backup, or start with --fresh, which deletes everything and re-indexes the chains.`;

const firstLine = (text: string): string => text.trim().split('\n', 1).join().slice(0, 300);
