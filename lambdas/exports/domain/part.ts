import type { Progress } from './operation';

type Verdict = 'add' | 'cut';

/**
 * Counts rows in time order and truncates the export at the end of the last complete day before `maxRows` would be
 * exceeded. Days are never split: if the first day with rows exceeds the limit alone, it is exported completely.
 */
export function createPart(before: Progress, maxRows: number) {
  let { rows, day } = before;
  let wholeRows = before.whole.rows;
  let nextDay: number | undefined;
  return {
    /**
     * Counts a row of a day. 'cut': the export ends before this row. `isNewDay`: all rows before it are complete days.
     */
    take(rowDay: number): { readonly verdict: Verdict; readonly isNewDay: boolean } {
      const isNewDay = day !== undefined && rowDay !== day;
      if (isNewDay) wholeRows = rows;
      if (rows >= maxRows && wholeRows > 0) {
        nextDay = rowDay;
        return { verdict: 'cut', isNewDay };
      }
      rows += 1;
      day = rowDay;
      return { verdict: 'add', isNewDay };
    },
    /** The counts so far. `nextDay`: the first day that is not included, if the export was truncated. */
    counted: () => ({
      rows,
      wholeRows,
      ...(day === undefined ? {} : { day }),
      ...(nextDay === undefined ? {} : { nextDay }),
    }),
  };
}
