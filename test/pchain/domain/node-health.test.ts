import { pChainHealth } from '../../../lambdas/pchain/domain/node-health';

const NOW = 1_700_000_000_000;
const SILENT = 'the node has not been polled for three minutes';
const head = (ago: number) => ({ answeredAt: NOW - ago, height: '22345678' });
const failed = (ago: number) => ({ at: NOW - ago, message: 'the node does not answer' });
const at = (ago: number) => Math.floor((NOW - ago) / 1_000);

test.each([
  ['up after an answer', { head: head(0) }, { status: 'up', height: 22_345_678, answeredAt: at(0) }],
  [
    'up if polled within three minutes',
    { head: head(180_000) },
    { status: 'up', height: 22_345_678, answeredAt: at(180_000) },
  ],
  ['up even without a height', { head: { answeredAt: NOW - 1_500 } }, { status: 'up', answeredAt: at(1_500) }],
  [
    'down if not polled for three minutes',
    { head: head(180_001) },
    { status: 'down', height: 22_345_678, answeredAt: at(180_001), message: SILENT },
  ],
  [
    'down if it stops answering, with its last height',
    { head: head(9_000), failed: failed(1_000) },
    { status: 'down', height: 22_345_678, answeredAt: at(9_000), message: 'the node does not answer' },
  ],
  ['down if it never answered', { failed: failed(1_000) }, { status: 'down', message: 'the node does not answer' }],
  [
    'down if its last poll failed long ago',
    { failed: failed(200_000) },
    { status: 'down', message: 'the node does not answer' },
  ],
  ['down before the first poll', {}, { status: 'down', message: 'the node has not been polled yet' }],
])('a P-Chain node is %s', (_, said, report) => {
  expect(pChainHealth('mainnet', said, NOW)).toEqual({ network: 'mainnet', ...report });
});
