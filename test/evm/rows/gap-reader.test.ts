import { gapItem, gapReader } from '../../../lambdas/evm/rows/gaps';
import { hash } from '../../support/make/blocks';
import { memoryTable } from '../../support/tables/memory';

const ALL = { from: 0, to: 100 };

describe('the reader of gaps', () => {
  test('a gap is found by its kind and its block', async () => {
    const { table } = memoryTable();
    const reader = gapReader(table, () => 0);
    await table.write([{ put: gapItem('77', { kind: 'blocks', number: 7, hash: hash(7), transactions: [] }) }]);
    expect(await reader.gapIn('77', ['receipts', 'blocks'], ALL, 'a')).toBe(7);
    expect(await reader.gapIn('77', ['receipts'], ALL, 'a')).toBeUndefined();
    expect(await reader.gapIn('77', ['blocks'], { from: 8, to: 100 }, 'a')).toBeUndefined();
    expect(await reader.gapIn('77', ['blocks'], { from: 0, to: 6 }, 'a')).toBeUndefined();
  });
  test('a chain without gaps is read once per place of its cursors', async () => {
    const { table } = memoryTable();
    const reader = gapReader(table, () => 0);
    for (let i = 0; i < 3; i++) expect(await reader.gapIn('78', ['blocks'], ALL, 'at 1')).toBeUndefined();
    expect(table.meter.requests).toBe(1);
    await table.write([{ put: gapItem('78', { kind: 'blocks', number: 7, hash: hash(7), transactions: [] }) }]);
    expect(await reader.gapIn('78', ['blocks'], ALL, 'at 2')).toBe(7);
  });
});
