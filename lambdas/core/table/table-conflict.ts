/** Nothing was written; a later retry may succeed. Its own file, so that endpoints without a table load no client. */
export class TableConflict extends Error {
  override readonly name = 'TableConflict';
  constructor(options?: ErrorOptions) {
    super('the item is being modified by other writers', options);
  }
}
