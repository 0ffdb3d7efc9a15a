// Everything that an endpoint with readers loads, in one import: started at the cold start, in parallel with the
// handler's own.
export { readPage } from './list';
export { createTableClient } from './table';
