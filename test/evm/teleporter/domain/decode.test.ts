import * as fc from 'fast-check';
import { UNIVERSAL_MESSENGER } from '../../../../lambdas/core/contract/teleporter';
import { getTeleporterEvents } from '../../../../lambdas/evm/teleporter/domain/decode';
import { toMessageId } from '../../../../lambdas/evm/teleporter/domain/message-id';
import { repeatedRuns } from '../../../support/full';
import { address, aRawBlock, hash } from '../../../support/make/blocks';
import { aTransfer } from '../../../support/make/logs';
import { anEvent, teleporterLog } from '../../../support/make/teleporter';
import * as samples from '../../../support/make/teleporter-samples';

const { CHAIN, EXECUTED, OTHER, OWN, RECEIPT, RECEIVE, SECOND_MESSENGER, SEND, getBlock, readContents, readLogs } =
  samples;
const NOTHING = { events: [], mismatched: [], unreadable: [] };

describe('getTeleporterEvents', () => {
  test('every kind of event is decoded as viem encoded it', () => {
    const seen = new Set<string>();
    void fc.assert(
      fc.property(anEvent(OWN), (event) => {
        seen.add(event.name);
        expect(readContents(teleporterLog(event))).toEqual([event]);
      }),
      repeatedRuns(150),
    );
    expect(seen.size).toBe(6);
  });

  test('an event has the position of its log and the gas of its transaction', () => {
    const other = aTransfer({ kind: 'erc20', token: 5, from: 1, to: 2 });
    const raw = aRawBlock(7, [
      { from: 1, to: 2, logs: [other] },
      { from: 1, to: 2, logs: [other, teleporterLog(RECEIPT), teleporterLog(EXECUTED, SECOND_MESSENGER)] },
      { from: 1, to: 2, failed: true, logs: [teleporterLog(SEND)] },
    ]);
    const place = {
      ...{ network: 'mainnet', chainId: '43114', blockNumber: 7, blockHash: raw.block.hash, time: 1_700_000_007 },
      ...{ txHash: raw.block.transactions[1]?.hash, gasSpent: '21001' },
    };
    expect(getTeleporterEvents(raw, CHAIN)).toMatchObject({
      events: [
        { messenger: UNIVERSAL_MESSENGER, ...place, logIndex: 2, ...RECEIPT },
        { messenger: SECOND_MESSENGER, ...place, logIndex: 3, ...EXECUTED },
      ],
      unreadable: [],
    });
  });

  test('an event of a missing receipt has zero gas', () => {
    const { block, receipts } = getBlock(teleporterLog(SEND));
    const lost = receipts.map((receipt) => ({ ...receipt, gasUsed: '0x0', missing: true as const }));
    expect(getTeleporterEvents({ block, receipts: lost }, CHAIN).events).toMatchObject([{ ...SEND, gasSpent: '0' }]);
  });

  test('a log with a checksummed address or upper-case data is decoded', () => {
    const log = teleporterLog(SEND, '0x253b2784c75e510dD0fF1da844684a1aC0aa5fcf');
    const upper = { ...log, data: log.data.toUpperCase().replace('0X', '0x') };
    expect(readContents(log, upper)).toEqual([SEND, SEND]);
  });

  test('logs of other contracts, of other events and of a chain without a messenger are ignored', () => {
    const log = teleporterLog(SEND);
    expect(readLogs({ ...log, address: address(0x71) })).toEqual(NOTHING);
    expect(readLogs({ ...log, topics: [hash(1), hash(2)] }, { ...log, topics: [] })).toEqual(NOTHING);
    expect(getTeleporterEvents(getBlock(log), { ...CHAIN, messengers: new Set() })).toEqual(NOTHING);
  });
});

test('an event with an ID that does not match its message is kept and reported', () => {
  const toId = (source: string, destination: string) => toMessageId(UNIVERSAL_MESSENGER, source, destination, '7');
  const right = [
    { ...SEND, messageId: toId(OWN, OTHER) },
    { ...RECEIVE, messageId: toId(OTHER, OWN) },
  ];
  const wrong = right.map((event) => ({ ...event, messageId: toId(OWN, OWN) }));
  const logs = [...right, ...wrong, EXECUTED].map((event) => teleporterLog(event));
  const { events, mismatched } = readLogs(...logs);
  expect([events.length, mismatched.map(({ logIndex }) => logIndex)]).toEqual([5, [2, 3]]);
  // A wrongly configured blockchain id makes every id mismatch.
  const { mismatched: all } = getTeleporterEvents(getBlock(...logs), { ...CHAIN, blockchainId: hash(0xc9) });
  expect(all.map(({ logIndex }) => logIndex)).toEqual([0, 1, 2, 3]);
});
