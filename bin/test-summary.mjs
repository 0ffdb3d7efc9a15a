/** `describeIf` and `testIf` add it to the title of a skipped test. */
const REASON = / \[skipped: (.+)\]$/;

/** `reports`: jest's `--json`. A skipped group, or a file that fails to load, counts as one. */
export function describeRun(reports) {
  const skipped = reports
    .flatMap(({ testResults }) => testResults)
    .flatMap(({ name, assertionResults }) =>
      assertionResults.filter(({ status }) => status === 'pending').map((test) => describeSkipped(name, test)),
    );
  const total = (...fields) =>
    reports.flatMap((report) => fields.map((field) => report[field])).reduce((a, b) => a + b, 0);
  return [
    ...(skipped.length > 0 ? ['Skipped:', ...skipped.map((line) => `  ${line}`)] : []),
    `${total('numPassedTests')} passed, ${total('numFailedTests', 'numRuntimeErrorTestSuites')} failed, ${total('numPendingTests')} skipped`,
  ].join('\n');
}

function describeSkipped(file, { ancestorTitles, title }) {
  const [, reason = 'no reason given'] = REASON.exec(title) ?? [];
  const path = file.slice(file.lastIndexOf('/test/') + 1);
  return `${path}: ${[...ancestorTitles, title.replace(REASON, '')].join(' > ')}: ${reason}`;
}
