import type { Progress } from './operation';

type Verdict = 'add' | 'cut';

/** Truncates after the last complete day before `maxRows`. A first day that exceeds the limit alone stays complete. */
export function createPart(before: Progress, maxRows: number) {
  let { rows, day } = before;
  let wholeRows = before.whole.rows;
  let nextDay: number | undefined;
  return {
    /** 'cut': the export ends before this row. `isNewDay`: all rows before it are complete days. */
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
    counted: () => ({
      rows,
      wholeRows,
      ...(day === undefined ? {} : { day }),
      ...(nextDay === undefined ? {} : { nextDay }),
    }),
  };
}
