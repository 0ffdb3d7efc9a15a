/** `bin/tests.mjs` prints these reasons at the end of a run. */
const skipped = (title: string, reason: string) => `${title} [skipped: ${reason}]`;

export function describeIf(condition: boolean, reason: string): (title: string, body: () => void) => void {
  return (title, body) => (condition ? describe(title, body) : describe.skip(skipped(title, reason), body));
}

export function testIf(condition: boolean, reason: string): (title: string, body: () => unknown) => void {
  return (title, body) => {
    const run = async () => void (await body());
    return condition ? test(title, run) : test.skip(skipped(title, reason), run);
  };
}
