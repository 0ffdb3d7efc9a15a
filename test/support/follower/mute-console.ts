/** Keeps log lines about failures that a test provokes out of its output. For `beforeAll`. */
export function muteConsole(): void {
  for (const method of ['info', 'warn', 'error'] as const)
    jest.spyOn(console, method).mockImplementation(() => undefined);
}
