import { getMessage } from '../../../lambdas/exports/domain/message';
import { asOf, type OperationRecord } from '../../../lambdas/exports/domain/operation';
import { NOW } from '../../support/endpoints/deps';
import { anOperation, aPrimaryRequest, aRequest } from '../../support/exports/operations';

const file = { rows: 12_345, bytes: 1, sha256: '' };
const DAY = 86_400;
const request = aRequest({ firstDay: 100, lastDay: 109 });
/** A chain final beyond the last day. */
const done = { chainId: '1', to: 50, toTime: 110 * DAY, tracedTo: 50, tracedTime: 110 * DAY, hidden: [] };
const chain = (fields: object) => ({ ...request, chains: [{ ...done, ...fields }] });
const said = (fields: Partial<OperationRecord>, isKept = true) =>
  getMessage(anOperation({ request: chain({}), ...fields }), isKept);
const progress = anOperation().progress;

describe('the message of an operation', () => {
  test('the message of a running export has its rows and finished days', () => {
    expect(said({})).toBe('0 rows so far; 0 of 10 parts done (one part per day).');
    expect(said({ progress: { ...progress, rows: 1_234_567, day: 103 } })).toBe(
      '1,234,567 rows so far; 3 of 10 parts done (one part per day).',
    );
  });
  test('the message of a complete export has only its row count', () => {
    expect(said({ file })).toBe('12,345 rows.');
    expect(said({ file, request: chain({ tracedTo: 40 }) })).toBe('12,345 rows.');
  });
  test.each([
    [
      'was cut',
      { progress: { ...progress, nextDay: 103 } },
      'Truncated before 1970-04-14: the plan allows 1,000 rows.',
    ],
    [
      'is final up to a block within its days',
      { request: chain({ toTime: 105 * DAY }) },
      'Chain 1 is included up to block 50 (1970-04-16T00:00:00Z), the last final block at the request.',
    ],
    ['has no final block yet', { request: chain({ to: -1, toTime: 0 }) }, 'Chain 1 has no final block yet.'],
    ['is not traced', { request: chain({ tracedTo: -1, tracedTime: 0 }) }, 'Chain 1 has no internal transactions.'],
    [
      'is traced only up to an earlier block',
      { request: chain({ tracedTo: 40, tracedTime: 109 * DAY }) },
      'Internal transactions of chain 1 are included up to block 40.',
    ],
    [
      'has history without traces',
      { request: chain({ tracedFrom: 20, tracedFromTime: 102 * DAY }) },
      'Internal transactions of chain 1 are included from block 20 (1970-04-13T00:00:00Z).',
    ],
    [
      'lacks data that the node has not returned',
      { request: chain({ incomplete: 3 }) },
      '3 blocks of chain 1 are incomplete, as the node did not serve all of their data.',
    ],
    [
      'is being indexed',
      { request: chain({ hidden: [{ from: 3, to: 5 }] }) },
      'Blocks 3 to 5 of chain 1 were being indexed and are not included.',
    ],
    [
      'is indexed from later on',
      { progress: { ...progress, begins: { 1: { block: 7, time: 101 * DAY } } } },
      'Chain 1 is indexed from block 7 (1970-04-12T00:00:00Z).',
    ],
  ])('the message says that a chain or the export %s', (_, fields, expected) => {
    expect(said({ file, ...fields })).toBe(`12,345 rows. ${expected}`);
  });
  test.each([
    ['ends without a note if the index reaches beyond the last day', { to: 7, toTime: 110 * DAY }, {}, ''],
    [
      'names the last indexed block',
      { to: 7, toTime: 105 * DAY },
      {},
      ' The P-Chain of fuji is included up to block 7 (1970-04-16T00:00:00Z), the last indexed block at the request.',
    ],
    [
      'has only the cut if the export was cut before',
      { to: 7, toTime: 105 * DAY },
      { nextDay: 105 },
      ' Truncated before 1970-04-16: the plan allows 1,000 rows.',
    ],
    [
      'says that later state is incomplete',
      { to: 7, toTime: 105 * DAY, isCutByLostState: true as const },
      {},
      ' The P-Chain of fuji is included up to block 7 (1970-04-16T00:00:00Z), as the effects of later blocks are not fully known until the service is updated.',
    ],
    ['says that the P-Chain has no blocks', { to: -1, toTime: 0 }, {}, ' The P-Chain of fuji has no blocks yet.'],
  ])('the message of a P-Chain export %s', (_, fields, cut, expected) => {
    const primary = aPrimaryRequest({ firstDay: 100, lastDay: 109, ...fields });
    expect(said({ file, request: primary, progress: { ...progress, ...cut } })).toBe(`12,345 rows.${expected}`);
  });
  test('the message says that the file has expired or why the operation failed', () => {
    expect(said({ file }, false)).toBe('12,345 rows. The file has expired; request the export again.');
    expect(said({ failure: { message: 'Cancelled by its owner.' } })).toBe('Cancelled by its owner.');
  });
});

describe('an operation past its deadline', () => {
  test('an operation past its deadline reads as FAILED even if no worker ended it', () => {
    const operation = anOperation({ deadline: NOW });
    expect(asOf(operation, NOW - 1)).toBe(operation);
    expect(asOf(operation, NOW)).toMatchObject({
      ...{ status: 'FAILED', updatedAt: NOW },
      failure: { code: 'ErrInternal' },
    });
    const ended = anOperation({ status: 'COMPLETED', file });
    expect(asOf(ended, ended.deadline + 1)).toBe(ended);
  });
});
