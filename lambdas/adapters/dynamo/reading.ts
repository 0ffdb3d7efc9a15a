// Everything that an endpoint loads to read the table, in one import, which starts at the cold start in parallel with
// the handler's own.
export { readPage } from './list';
export { readers } from './readers';
export { openTable } from './table';
