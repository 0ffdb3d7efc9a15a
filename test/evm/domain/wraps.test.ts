import { encodeEventTopics, parseAbi } from 'viem/utils';
import { derive } from '../../../lambdas/evm/domain/derive';
import { getTokenEvents } from '../../../lambdas/evm/domain/transfers';
import { getWrap } from '../../../lambdas/evm/domain/wraps';
import { address, aRawBlock, type SentLog } from '../../support/make/blocks';
import { aTransfer, aWrap } from '../../support/make/logs';

const ABI = parseAbi([
  'event Deposit(address indexed dst, uint256 wad)',
  'event Withdrawal(address indexed src, uint256 wad)',
]);
const wrap = aWrap({ token: 0xabc, holder: 0xdef });
const wrapIn = (log: SentLog) => getWrap({ ...log, logIndex: '0x0' });

describe('getWrap', () => {
  test.each([
    ['Deposit', false],
    ['Withdrawal', true],
  ] as const)('a %s log is a wrap with its token and holder in lower case', (eventName, unwraps) => {
    const token = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
    const topics = encodeEventTopics({
      abi: ABI,
      eventName,
      args: { dst: address(0xdef), src: address(0xdef) } as never,
    });
    const log = aWrap({ token: 1, holder: 0xdef }, unwraps);
    expect(log.topics).toEqual(topics);
    expect(wrapIn({ ...log, address: token })).toEqual({ token: token.toLowerCase(), holder: address(0xdef) });
  });

  test.each<[string, Partial<SentLog>]>([
    ['without a holder', { topics: wrap.topics.slice(0, 1) }],
    ['with a third topic, as vaults of several pools log it', { topics: [...wrap.topics, ...wrap.topics.slice(1)] }],
    ['with an invalid holder', { topics: [wrap.topics[0] ?? '', `0x01${wrap.topics[1]?.slice(4)}`] }],
    ['without an amount', { data: '0x' }],
    ['with two amounts', { data: `${wrap.data}${wrap.data.slice(2)}` }],
    ['of another event', { topics: [wrap.topics[1] ?? '', wrap.topics[1] ?? ''] }],
  ])('a log %s is not a wrap', (_, fields) => expect(wrapIn({ ...wrap, ...fields })).toBeUndefined());

  test('wraps are kept apart from transfers and are in no address list', () => {
    const moved = aTransfer({ kind: 'erc20', token: 0xabc, from: 1, to: 2 });
    const raw = aRawBlock(7, [
      { from: 1, to: 2, logs: [wrap, moved, wrap] },
      { from: 3, to: 4, failed: true, logs: [wrap] },
    ]);
    const { transfers, wraps } = getTokenEvents(raw.receipts);
    const wrapped = { token: address(0xabc), holder: address(0xdef) };
    expect(wraps).toEqual([wrapped, wrapped]);
    expect(transfers.map(({ row, logIndex }) => [row, logIndex])).toEqual([[0, 1]]);
    const derived = derive(raw, 0);
    expect([derived.transfers, derived.wraps]).toEqual([transfers, wraps]);
    expect(derived.addresses.map(({ address: one }) => one)).toEqual([1, 2, 3, 4].map(address));
  });
});
