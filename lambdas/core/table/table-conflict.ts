/**
 * Concurrent writes of the same item, on every attempt. Nothing was written; a later retry may succeed. In its own
 * file, so that endpoints without a table do not load the client.
 */
export class TableConflict extends Error {
  override readonly name = 'TableConflict';
  constructor(options?: ErrorOptions) {
    super('the item is being modified by other writers', options);
  }
}
