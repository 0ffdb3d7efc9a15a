// What an endpoint that reads the table loads, in one import: it begins at the cold start, beside the handler's own.
export { readPage } from './list';
export { readers } from './readers';
export { openTable } from './table';
