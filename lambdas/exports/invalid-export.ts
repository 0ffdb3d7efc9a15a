/** An export that cannot be made, however often it is tried: the fault is in what was asked for. The message is shown. */
export class InvalidExport extends Error {
  constructor(message: string) {
    super(message);
    // The state machine knows errors by their names.
    this.name = 'InvalidExport';
  }
}

/** An export that took longer than it may. */
export class ExportTimedOut extends Error {
  constructor() {
    super('the export took too long');
    this.name = 'ExportTimedOut';
  }
}
