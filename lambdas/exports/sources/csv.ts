import { stringify } from 'csv-stringify/sync';

/**
 * Rows as CSV (RFC 4180: CRLF, quotes where needed). A cell that a spreadsheet would take for a formula, such as a token's
 * symbol that begins with `=`, gets an apostrophe in front.
 */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  stringify(rows as string[][], { record_delimiter: '\r\n', escape_formulas: true });
