import { gunzipSync } from 'node:zlib';
import Papa from 'papaparse';
import type { ExportedRow } from './list-rows';

/** Throws unless the file is a CSV with a header. */
export function readCsv<Row extends object = ExportedRow>(file: Uint8Array, gzip = false): Row[] {
  const text = (gzip ? gunzipSync(file) : Buffer.from(file)).toString('utf8');
  const { data, errors } = Papa.parse<Row>(text, { header: true, skipEmptyLines: false, newline: '\r\n' });
  if (errors.some(({ code }) => code !== 'TooFewFields')) throw new Error(JSON.stringify(errors.slice(0, 3)));
  // The last line ends with a line break.
  const last = data.pop();
  if (last === undefined || Object.values(last).join('') !== '') throw new Error('the last line has no end');
  return data;
}
