/** Marks the reason in the title of a skipped test: `bin/tests.mjs` prints these at the end of a run. */
const skipped = (title: string, reason: string) => `${title} [skipped: ${reason}]`;

/** `describe` where `condition` holds; elsewhere the group is skipped and the run's summary says why. */
export function describeIf(condition: boolean, reason: string): (title: string, body: () => void) => void {
  return (title, body) => (condition ? describe(title, body) : describe.skip(skipped(title, reason), body));
}

/** `test` where `condition` holds; elsewhere the test is skipped and the run's summary says why. */
export function testIf(condition: boolean, reason: string): (title: string, body: () => unknown) => void {
  return (title, body) => {
    const run = async () => void (await body());
    return condition ? test(title, run) : test.skip(skipped(title, reason), run);
  };
}
