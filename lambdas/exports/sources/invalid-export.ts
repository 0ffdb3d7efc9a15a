/** Retries are useless. The message is shown to the owner. */
export class InvalidExport extends Error {
  // The state machine matches errors by name.
  override readonly name = 'InvalidExport';
}

export class ExportTimedOut extends Error {
  override readonly name = 'ExportTimedOut';
  constructor() {
    super('export timed out');
  }
}
