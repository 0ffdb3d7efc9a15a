/**
 * The sentence for an operator if the disk, or what is stored on it, caused an error; undefined for all other errors. By
 * the texts of Node, LevelDB and SQLite: errors lose their codes on the way from a thread.
 */
export function describeDiskFailure(error: unknown, folder: string): string | undefined {
  const text = `${error} ${error instanceof Error ? (error.cause ?? '') : ''}`;
  // From a thread, which has described it.
  const [own] = /The (?:data in|disk of) .+ (?:is damaged|is full|cannot be used).*/s.exec(text) ?? [];
  if (own !== undefined) return own.trim();
  if (/\b(ENOSPC|EDQUOT)\b|no space left on device|database or disk is full|disk quota exceeded/i.test(text))
    return `The disk of ${folder} is full. Free some space and start again: everything that was stored is kept.`;
  if (/\bCorruption:|IO error: .*No such file|disk image is malformed|file is not a database/.test(text))
    return describeDamage(firstLine(text), folder);
  if (/\b(EROFS|EIO)\b|\bIO error: |disk I\/O error|readonly database/.test(text))
    return `The disk of ${folder} cannot be used: ${firstLine(text)}.`;
  return undefined;
}

/** The sentence for an operator if what is stored cannot be read. */
export const describeDamage = (reason: string, folder: string): string =>
  `The data in ${folder} is damaged (${reason}). Start from a copy, or with --fresh, which deletes everything and indexes the chains again.`;

const firstLine = (text: string): string => text.trim().split('\n', 1).join().slice(0, 300);
