/** A log line of the service, parsed. */
type LogLine = Readonly<Record<string, unknown>>;

/** Collects log lines instead of printing them, until `restore`. Calls may be nested. */
export function captureLog() {
  const { stdout } = process;
  const lines: LogLine[] = [];
  const write = stdout.write;
  stdout.write = (text: unknown): boolean => {
    for (const line of String(text).split('\n')) if (line.startsWith('{')) lines.push(JSON.parse(line) as LogLine);
    return true;
  };
  const restore = (): void => {
    stdout.write = write;
  };
  return { lines, restore };
}
