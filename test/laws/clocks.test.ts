import { globSync, readFileSync } from 'node:fs';

/** Files that compare a stored or given time with the clock on one side only, on purpose: see decision 24. */
const ONE_SIDED: Readonly<Record<string, string>> = {
  'lambdas/webhooks/rows/secret-item.ts': 'compared on both sides',
  'lambdas/core/node/classify.ts': 'the date of an HTTP header',
  'lambdas/exports/views/operation.ts': 'a file is offered for too long rather than too short',
  'lambdas/core/domain/day.ts': 'the rest of a day',
  'lambdas/exports/domain/operation.ts': 'a running export is not ended',
  'lambdas/pchain/domain/due.ts': 'the end of a validator',
  'lambdas/pchain/domain/select-validators.ts': 'the times of a validator',
  'lambdas/webhooks/feed/cursor.ts': 'a retention of 30 days',
  'lambdas/core/domain/stored-time.ts': 'the comparison itself',
  'lambdas/evm/tokens/domain/drift.ts': 'a token stays live too long rather than too short',
  'lambdas/webhooks/audit/count-window.ts': 'the retention of messages',
  'lambdas/webhooks/domain/message-counts.ts': 'counted each hour rather than too seldom',
  'lambdas/webhooks/domain/feed-progress.ts': 'a gap begins anew',
  'lambdas/webhooks/domain/health.ts': 'a webhook is not turned off',
  'lambdas/webhooks/domain/schedule.ts': 'the date of an HTTP header',
  'lambdas/chain/follower/measures.ts': 'the time of a block',
  'lambdas/metrics/api/shared/windows.ts': 'the start of a window',
  'lambdas/webhooks/rows/outbox.ts': 'beside when the entry was written',
  'lambdas/webhooks/rows/pending-webhooks.ts': 'beside when the item was written',
  'lambdas/webhooks/delivery/batch.ts': 'a message is looked for too long rather than too short',
  'lambdas/webhooks/delivery/deliver.ts': 'a time that this call has made',
  'lambdas/webhooks/delivery/session.ts': 'a time that this call has made',
};
const CLOCK = String.raw`(?:\w+\.)*(?:now|systemClock)\b(?:\(\))?`;
/** `now` is subtracted, has something subtracted from it, or is compared. */
const COMPARES = new RegExp(String.raw`${CLOCK}\s*(?:-|<=?|>=?)\s|\s(?:-|<=?|>=?)\s*${CLOCK}(?![\w.])`);

const code = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .replaceAll('performance.now()', '')
    .split('\n')
    .filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line));

test('only the listed files compare a time with the clock', () => {
  const files = globSync('lambdas/**/*.ts').toSorted();
  expect(files.length).toBeGreaterThan(700);
  const comparing = files.filter((file) => code(file).some((line) => COMPARES.test(line)));
  expect(comparing).toEqual(Object.keys(ONE_SIDED).toSorted());
});

test('only core/runtime/clock.ts reads Date.now', () => {
  const reading = globSync('lambdas/**/*.ts').filter((file) => code(file).some((line) => /\bDate\.now\b/.test(line)));
  expect(reading).toEqual(['lambdas/core/runtime/clock.ts']);
});
