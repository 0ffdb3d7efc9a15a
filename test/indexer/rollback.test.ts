import * as fc from 'fast-check';
import { openBlockRows } from '../../lambdas/adapters/dynamo/block-rows';
import type { Lease } from '../../lambdas/adapters/dynamo/lease';
import type { Table } from '../../lambdas/adapters/dynamo/table';
import { type DerivedBlock, derive } from '../../lambdas/domain/evm/derive';
import type { RawBlock } from '../../lambdas/domain/evm/rpc';
import { aChain, aRawBlock, type Sent } from '../support/make';
import { memoryTable } from '../support/memory-table';

const lease = {
  signal: () => new AbortController().signal,
  keep: async () => undefined,
  cursor: { epoch: 1 },
} as unknown as Lease;

/** Rows of one chain over a table in memory, whose conditional deletes hold. */
function workshop() {
  const memory = memoryTable();
  const written = new Set<string>();
  const table: Table = {
    ...memory,
    write: async (writes) => {
      for (const w of writes) if ('put' in w) written.add(JSON.stringify([w.put.pk, w.put.sk]));
      await memory.write(writes);
    },
    removeIf: async (key, attribute, value) => {
      const found = await memory.get(key);
      const plain = (v: unknown) => (v instanceof Uint8Array ? Buffer.from(v).toString('hex') : v);
      if (found && plain(found[attribute]) === plain(value)) await memory.write([{ delete: key }]);
    },
  };
  const all = async () => {
    const items: string[] = [];
    for (const id of [...written].sort()) {
      const [pk, sk] = JSON.parse(id) as [string, string];
      const found = await memory.get({ pk, sk });
      if (found)
        items.push(JSON.stringify(found, (_, v) => (v?.type === 'Buffer' ? Buffer.from(v.data).toString('hex') : v)));
    }
    return items;
  };
  return { rows: openBlockRows(table, aChain(), lease), all, table };
}

const sent: fc.Arbitrary<Sent> = fc.record(
  { from: fc.integer({ min: 1, max: 5 }), to: fc.integer({ min: 1, max: 5 }), failed: fc.boolean() },
  { requiredKeys: ['from'] },
);
const chain = fc.array(fc.array(sent, { maxLength: 12 }), { minLength: 2, maxLength: 8 });
const deriveAll = (raws: readonly RawBlock[], before = 0): DerivedBlock[] => {
  let cumulative = before;
  return raws.map((raw) => {
    const derived = derive(raw, cumulative);
    cumulative = derived.block.cumulative;
    return derived;
  });
};

/** Rolls these blocks back as the follower does: facts head first, then the witnesses. */
async function unwrite({ rows }: ReturnType<typeof workshop>, orphans: readonly DerivedBlock[]): Promise<void> {
  for (const orphan of orphans.toReversed()) await rows.remove(orphan);
  const touched = new Set(orphans.flatMap((orphan) => orphan.addresses.map(({ address }) => address)));
  await rows.correctWitnesses(touched, (orphans[0]?.block.number ?? 1) - 1);
}

describe('a rollback', () => {
  test('of any depth leaves the table of a chain that never had the blocks', async () => {
    await fc.assert(
      fc.asyncProperty(chain, fc.nat(), async (blocks, cut) => {
        const derived = deriveAll(blocks.map((txs, i) => aRawBlock(i + 1, txs)));
        const keep = cut % derived.length;
        const [there, never] = [workshop(), workshop()];
        await there.rows.write(derived);
        await unwrite(there, derived.slice(keep));
        if (keep > 0) await never.rows.write(derived.slice(0, keep));
        expect(await there.all()).toEqual(await never.all());
      }),
    );
  });

  test('then another branch: the table of that branch alone, and done twice the same', async () => {
    await fc.assert(
      fc.asyncProperty(chain, chain, fc.nat(), async (ours, theirs, cut) => {
        const first = deriveAll(ours.map((txs, i) => aRawBlock(i + 1, txs)));
        const keep = cut % first.length;
        const base = first.slice(0, keep);
        const branch = deriveAll(
          theirs.map((txs, i) => aRawBlock(keep + i + 1, txs, { salt: 2 })),
          base.at(-1)?.block.cumulative,
        );
        const [there, scratch] = [workshop(), workshop()];
        await there.rows.write(first);
        await unwrite(there, first.slice(keep));
        await unwrite(there, first.slice(keep));
        await there.rows.write(branch);
        await there.rows.write(branch);
        await scratch.rows.write([...base, ...branch]);
        expect(await there.all()).toEqual(await scratch.all());
      }),
    );
  });

  test('keeps a transaction that stands in another block by now', async () => {
    const there = workshop();
    const [orphan] = deriveAll([aRawBlock(1, [{ from: 1, to: 2 }])]);
    const again = aRawBlock(1, [{ from: 1, to: 2 }], { salt: 3 });
    const hash = orphan?.transactions[0]?.hash ?? '';
    const moved = {
      ...again,
      block: { ...again.block, transactions: again.block.transactions.map((t) => ({ ...t, hash })) },
    };
    const [other] = deriveAll([moved]);
    if (!orphan || !other) throw new Error('nothing derived');
    await there.rows.write([orphan]);
    await there.rows.write([other]);
    await there.rows.remove(orphan);
    expect((await there.all()).some((item) => item.includes(`x#31337#${hash}`))).toBe(true);
  });
});
