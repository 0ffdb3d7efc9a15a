/** An export that cannot be made, however often it is tried: the fault is in what was asked for. The message is shown. */
export class InvalidExport extends Error {
  // The state machine matches errors by name.
  override readonly name = 'InvalidExport';
}

/** An export that took longer than it may. */
export class ExportTimedOut extends Error {
  override readonly name = 'ExportTimedOut';
  constructor() {
    super('the export took too long');
  }
}
