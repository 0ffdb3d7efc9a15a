import { stringify } from 'csv-stringify/sync';

/**
 * RFC 4180. Prefixes cells that a spreadsheet would evaluate, such as symbols starting with `=`, with an apostrophe.
 */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  stringify(rows as string[][], { record_delimiter: '\r\n', escape_formulas: true });
