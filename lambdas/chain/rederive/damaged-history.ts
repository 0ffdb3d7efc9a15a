/** An object of the bucket is missing, or its content is not that of the indexed blocks. The message names it. */
export class DamagedHistory extends Error {
  override readonly name = 'DamagedHistory';
}
