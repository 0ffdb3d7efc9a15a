/** A log line of the service, parsed. */
type LogLine = Readonly<Record<string, unknown>>;

/** Collects log lines instead of printing them, until `restore`. */
export function captureLog() {
  const lines: LogLine[] = [];
  const collect = (text: unknown): boolean => {
    for (const line of String(text).split('\n')) if (line.startsWith('{')) lines.push(JSON.parse(line) as LogLine);
    return true;
  };
  const spy = jest.spyOn(process.stdout, 'write').mockImplementation(collect);
  return { lines, restore: () => spy.mockRestore() };
}
