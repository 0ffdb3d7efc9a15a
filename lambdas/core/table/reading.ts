// One import for all readers: starts at the cold start, in parallel with the handler's own.
export { readPage } from './list';
export { createTableClient } from './table';
