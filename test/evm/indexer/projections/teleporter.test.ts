import { METRIC } from '../../../../lambdas/core/contract/metrics';
import { captureLog } from '../../../support/capture-log';
import { evmIndexer, headOver } from '../../../support/follower/evm';
import { aRawBlock, type SentLog } from '../../../support/make/blocks';
import { teleporterLog } from '../../../support/make/teleporter';
import { A_LIFE, SOURCE } from '../../../support/make/teleporter-lives';
import { OWN, SEND } from '../../../support/make/teleporter-samples';
import { memoryTable } from '../../../support/tables/memory';

/** The items after indexing a block with these logs, and the logged lines. */
async function indexed(logs: readonly SentLog[], blockchainId: string) {
  const { table, items } = memoryTable();
  const indexer = evmIndexer(table);
  const { lines, restore } = captureLog();
  await indexer.apply([{ ...aRawBlock(1, [{ from: 1, to: 2, logs }]), blockchainId }], headOver(table));
  restore();
  const logged = JSON.stringify(lines);
  return { items: (await items()).filter((item) => /^t[lm]#/.test(item)), logged };
}

describe('the Teleporter projection', () => {
  test('a message is indexed under the id that the messenger gave it', async () => {
    const { items, logged } = await indexed([teleporterLog(A_LIFE.send)], SOURCE.blockchainId);
    expect(items).toHaveLength(7);
    expect(logged).not.toContain(METRIC.teleporterMismatches);
  });
  test('a message with an id that does not match its content is indexed, counted and logged', async () => {
    const { items, logged } = await indexed([teleporterLog(SEND)], OWN);
    expect(items).toHaveLength(7);
    expect(logged).toContain(METRIC.teleporterMismatches);
    expect(logged).toContain('message IDs do not match their messages');
  });
  test('an unreadable message is omitted, counted and logged', async () => {
    const { items, logged } = await indexed([{ ...teleporterLog(SEND), data: '0x12' }], OWN);
    expect(items).toEqual([]);
    expect(logged).toContain(METRIC.teleporterUnreadable);
    expect(logged).toContain('messenger logs cannot be decoded');
  });
});
