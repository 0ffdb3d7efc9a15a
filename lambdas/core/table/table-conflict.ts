/**
 * Other writes of the same item came between, each time: nothing was written, and it may succeed later. In a file of
 * its own, so that endpoints without a table do not load its client.
 */
export class TableConflict extends Error {
  override readonly name = 'TableConflict';
  constructor(options?: ErrorOptions) {
    super('the item is being changed by others', options);
  }
}
