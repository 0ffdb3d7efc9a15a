import type { Progress } from './operation';

/** What a new row means for an export. */
type Verdict = 'add' | 'cut';

/**
 * Counts the rows of an export in the order of time, and says where it is cut: with the last whole day before the row
 * that would exceed `maxRows`. A day is never cut: if the first day that has rows exceeds the limit, it is exported whole.
 */
export function createPart(before: Progress, maxRows: number) {
  let { rows, day } = before;
  let wholeRows = before.whole.rows;
  let nextDay: number | undefined;
  return {
    /** Takes a row of this day, unless the export is cut before it. `isNewDay`: all rows before are whole days. */
    take(of: number): { readonly verdict: Verdict; readonly isNewDay: boolean } {
      const isNewDay = day !== undefined && of !== day;
      if (isNewDay) wholeRows = rows;
      if (rows >= maxRows && wholeRows > 0) {
        nextDay = of;
        return { verdict: 'cut', isNewDay };
      }
      rows += 1;
      day = of;
      return { verdict: 'add', isNewDay };
    },
    /** What was counted so far. `nextDay`: the first day that is not in the export, if it was cut. */
    counted: () => ({
      rows,
      wholeRows,
      ...(day === undefined ? {} : { day }),
      ...(nextDay === undefined ? {} : { nextDay }),
    }),
  };
}
