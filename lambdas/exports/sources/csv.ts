import { stringify } from 'csv-stringify/sync';

/**
 * Rows as CSV (RFC 4180: CRLF, quotes if needed). Cells that a spreadsheet would evaluate as a formula, such as a token
 * symbol starting with `=`, are prefixed with an apostrophe (CSV injection).
 */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  stringify(rows as string[][], { record_delimiter: '\r\n', escape_formulas: true });
