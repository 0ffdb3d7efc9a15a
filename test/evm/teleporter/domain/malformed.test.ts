import * as fc from 'fast-check';
import { encodeAbiParameters, parseAbiParameters } from 'viem/utils';
import { normalizeReceipt } from '../../../../lambdas/evm/domain/normalize';
import { getTeleporterEvents } from '../../../../lambdas/evm/teleporter/domain/decode';
import type { EventContents } from '../../../../lambdas/evm/teleporter/domain/events';
import { repeatedRuns } from '../../../support/full';
import type { SentLog } from '../../../support/make/blocks';
import { anEvent, teleporterLog } from '../../../support/make/teleporter';
import * as samples from '../../../support/make/teleporter-samples';
import { teleporterByViem } from '../../../support/oracles/viem-teleporter';

const { ADD_FEE, CHAIN, EXECUTED, FAILED, OTHER, OWN, RECEIPT, RECEIVE, SEND } = samples;
const { getBlock, readContents, readLogs, withWord } = samples;

const WITH_DATA: readonly EventContents[] = [SEND, RECEIVE, FAILED, RECEIPT, ADD_FEE];
const send = teleporterLog(SEND);
/** Word positions in a Send: the offsets of relayers, receipts and data, and the lengths that they point to. */
const OFFSETS = [8, 9, 10];
const LENGTHS = OFFSETS.map((word) => 3 + Number(`0x${send.data.slice(2 + word * 64, 66 + word * 64)}`) / 32);
const HUGE = [256n, 255n, 251n, 200n, 64n, 53n, 20n].map((bits) => 2n ** bits - 32n);

function spoilt(event: EventContents): [string, SentLog][] {
  const { topics, data, address } = teleporterLog(event);
  const more: [string, SentLog][] =
    topics.length === 4 ? [] : [['a topic too many', { address, data, topics: [...topics, OTHER] }]];
  return [
    ...more,
    ['a topic too few', { address, data, topics: topics.slice(0, -1) }],
    ['no data', { address, topics, data: '0x' }],
    ['one word less a byte', { address, topics, data: data.slice(0, 64) }],
  ];
}

describe('a malformed log', () => {
  test.each<[string, SentLog]>([
    ...[...WITH_DATA, EXECUTED].flatMap((event) =>
      spoilt(event)
        .filter(([what]) => event !== EXECUTED || what.startsWith('a topic'))
        .map(([what, log]): [string, SentLog] => [`${event.name} with ${what}`, log]),
    ),
    ['data that ends within the bytes of the message', { ...send, data: send.data.slice(0, -60) }],
    ...[0, ...OFFSETS, ...LENGTHS].flatMap((word) =>
      HUGE.map((value): [string, SentLog] => [`${value} in word ${word}`, withWord(send, word, value)]),
    ),
  ])('a malformed log is reported without affecting other logs: %s', (_, log) => {
    const raw = getBlock(teleporterLog(EXECUTED), log, teleporterLog(ADD_FEE));
    for (const receipt of raw.receipts) expect(normalizeReceipt(receipt)).toEqual({ value: receipt });
    expect(teleporterByViem(log, OWN)).toBeUndefined();
    const { events, unreadable } = getTeleporterEvents(raw, CHAIN);
    expect(events.map(({ logIndex }) => logIndex)).toEqual([0, 2]);
    expect(unreadable).toMatchObject([{ txHash: raw.block.transactions[0]?.hash, logIndex: 1 }]);
  });

  test('a well-formed log with more data than Warp carries is unreadable', () => {
    const withBytes = (bytes: number) =>
      teleporterLog({ ...SEND, message: { ...SEND.message, data: `0x${'00'.repeat(bytes)}` } });
    expect(readLogs(withBytes(99_000)).unreadable).toEqual([]);
    expect(readLogs(withBytes(100_000)).unreadable).toMatchObject([{ name: 'SendCrossChainMessage', logIndex: 0 }]);
  });

  test('overlapping arrays are decoded, but never beyond the data', () => {
    // Relayers, receipts and bytes share one length and all words after it.
    const count = 1_500;
    const head = [96, 0, 0, 7, 0, 0, 0, 0, 256, 256, 256, count];
    const words = [...head, ...Array.from({ length: 2 * count }, (_, i) => i)];
    const log = { ...send, data: `0x${words.map((word) => word.toString(16).padStart(64, '0')).join('')}` };
    expect(readContents(log)).toEqual([teleporterByViem(log, OWN)]);
    const [event] = readLogs(log).events;
    if (event?.name !== 'SendCrossChainMessage') throw new Error('the log was not read');
    const { allowedRelayers, receipts, data } = event.message;
    expect([allowedRelayers.length, receipts.length, data.length]).toEqual([count, count, 2 + count * 2]);
    expect(readLogs(withWord(log, 11, BigInt(count) + 1n)).unreadable).toHaveLength(1);
  });

  test('an altered log is decoded exactly when viem decodes it, and to the same event', () => {
    const oddWord = fc.oneof(
      fc.integer({ min: 0, max: 24 }).map((n) => BigInt(n) * 32n),
      fc.integer({ min: 0, max: 300 }).map(BigInt),
      fc.constantFrom(...HUGE),
    );
    const changes = fc.record({
      words: fc.array(fc.tuple(fc.nat({ max: 24 }), oddWord), { maxLength: 3 }),
      cut: fc.option(fc.nat({ max: 800 })),
      topics: fc.constantFrom(0, 0, 0, 0, -1, 1),
      as: fc.option(fc.constantFrom(...[...WITH_DATA, EXECUTED].map((event) => teleporterLog(event).topics[0] ?? ''))),
    });
    const seen = { read: 0, unreadable: 0 };
    void fc.assert(
      fc.property(anEvent(OWN), changes, (event, { words, cut, topics, as }) => {
        const whole = teleporterLog(event);
        const [first = '', ...others] = whole.topics;
        const changed = words
          .filter(([word]) => 2 + (word + 1) * 64 <= whole.data.length)
          .reduce((log, [word, value]) => withWord(log, word, value), whole);
        const log = {
          ...changed,
          data: cut === null ? changed.data : changed.data.slice(0, 2 + cut * 2),
          topics: [as ?? first, ...[...others, OTHER].slice(0, others.length + topics).slice(0, 3)],
        };
        const expected = teleporterByViem(log, OWN);
        expect(readContents(log)).toEqual(expected ? [expected] : []);
        expect(readLogs(log).unreadable).toHaveLength(expected ? 0 : 1);
        seen[expected ? 'read' : 'unreadable']++;
      }),
      repeatedRuns(400),
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(50);
  });
});

test('trailing data and dirty address bits do not make a log unreadable', () => {
  expect(readContents({ ...send, data: `${send.data}${'00'.repeat(40)}` })).toEqual([SEND]);
  const data = encodeAbiParameters(parseAbiParameters('uint256, uint256'), [
    2n ** 255n + BigInt(ADD_FEE.fee.token),
    30n,
  ]);
  expect(readContents({ ...teleporterLog(ADD_FEE), data })).toEqual([ADD_FEE]);
});
