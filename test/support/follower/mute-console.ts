/** Keeps log lines about failures that a file's tests provoke out of the output. */
export function muteConsole(): void {
  const spies: jest.SpyInstance[] = [];
  beforeAll(() => {
    for (const method of ['info', 'warn', 'error'] as const)
      spies.push(jest.spyOn(console, method).mockImplementation(() => undefined));
  });
  afterAll(() => {
    for (const spy of spies) spy.mockRestore();
  });
}
