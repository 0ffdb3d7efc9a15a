import { pChainHealth } from '../../../lambdas/pchain/domain/node-health';

const NOW = 1_700_000_000_000;
const SILENT = 'the node has not been polled for three minutes';
const head = (ago: number) => ({ answeredAt: NOW - ago, height: '22345678' });
const failed = (ago: number) => ({ at: NOW - ago, message: 'the node does not answer' });
const at = (ago: number) => Math.floor((NOW - ago) / 1_000);

test.each([
  ['up', { head: head(0) }, { status: 'up', height: 22_345_678, answeredAt: at(0) }],
  [
    'up, as long as it was asked within three minutes',
    { head: head(180_000) },
    { status: 'up', height: 22_345_678, answeredAt: at(180_000) },
  ],
  ['up without telling its height', { head: { answeredAt: NOW - 1_500 } }, { status: 'up', answeredAt: at(1_500) }],
  [
    'down when nobody asks it any more',
    { head: head(180_001) },
    { status: 'down', height: 22_345_678, answeredAt: at(180_001), message: SILENT },
  ],
  [
    'down when it does not answer, with what it said last',
    { head: head(9_000), failed: failed(1_000) },
    { status: 'down', height: 22_345_678, answeredAt: at(9_000), message: 'the node does not answer' },
  ],
  ['down when it never answered', { failed: failed(1_000) }, { status: 'down', message: 'the node does not answer' }],
  [
    'down when it failed long ago, and nobody asks it',
    { failed: failed(200_000) },
    { status: 'down', message: 'the node does not answer' },
  ],
  ['down before it is asked', {}, { status: 'down', message: 'the node has not been polled yet' }],
])('a P-chain is %s', (_, said, report) => {
  expect(pChainHealth('mainnet', said, NOW)).toEqual({ network: 'mainnet', ...report });
});
