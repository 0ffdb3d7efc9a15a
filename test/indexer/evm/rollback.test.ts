import * as fc from 'fast-check';
import { type DerivedBlock, derive } from '../../../lambdas/domain/evm/derive';
import type { RawBlock } from '../../../lambdas/domain/evm/rpc';
import type { TransferRow } from '../../../lambdas/domain/evm/transfers';
import { type Holding, touchedHoldings } from '../../../lambdas/domain/tokens/holdings';
import { aRawBlock, type Sent, type SentLog } from '../../support/make';
import { aBatch, aTransfer } from '../../support/make-logs';
import { workshop } from '../../support/workshop';

const between = {
  token: fc.integer({ min: 20, max: 21 }),
  from: fc.integer({ min: 0, max: 5 }),
  to: fc.integer({ min: 0, max: 5 }),
};
const id = fc.bigInt(0n, 2n);
const log: fc.Arbitrary<SentLog> = fc.oneof(
  fc.record({ ...between, kind: fc.constantFrom('erc20', 'erc721', 'erc1155'), id }).map(aTransfer),
  fc
    .tuple(fc.record(between), fc.array(fc.tuple(id, id), { maxLength: 3 }))
    .map(([parties, entries]) => aBatch(parties, entries)),
);
const sent: fc.Arbitrary<Sent> = fc.record(
  {
    from: fc.integer({ min: 1, max: 5 }),
    to: fc.integer({ min: 1, max: 5 }),
    failed: fc.boolean(),
    logs: fc.array(log, { maxLength: 3 }),
  },
  { requiredKeys: ['from'] },
);
const chain = fc.array(fc.array(sent, { maxLength: 8 }), { minLength: 2, maxLength: 6 });
const deriveAll = (raws: readonly RawBlock[], before = 0): DerivedBlock[] => {
  let cumulative = before;
  return raws.map((raw) => {
    const derived = derive(raw, cumulative);
    cumulative = derived.block.cumulative;
    return derived;
  });
};

/** What a node says at the last of a branch's blocks: how often a holding was touched, or whether an id was kept. */
function amountAt(branch: readonly DerivedBlock[], { kind, token, holder, id }: Holding): bigint {
  const isOwn = ({ from, to }: TransferRow) => from === holder || to === holder;
  const own = branch.flatMap((block) =>
    block.transfers.filter((t) => t.kind === kind && t.token === token && t.id === id && isOwn(t)),
  );
  return kind === 'erc721' ? BigInt(own.at(-1)?.to === holder) : BigInt(own.length);
}
/** What these blocks touched, as it stands after a branch. */
const readsOf = (blocks: readonly DerivedBlock[], branch: readonly DerivedBlock[]) =>
  touchedHoldings(blocks.flatMap(({ transfers }) => transfers)).map((holding) => ({
    holding,
    amount: { value: amountAt(branch, holding), at: branch.at(-1)?.block.number ?? 0 },
  }));

type Workshop = ReturnType<typeof workshop>;
/** Indexes blocks on top of others, all in one batch. */
const write = ({ rows }: Workshop, blocks: readonly DerivedBlock[], below: readonly DerivedBlock[] = []) =>
  rows.write(blocks, readsOf(blocks, [...below, ...blocks]));

/** Rolls these blocks back as the follower does: facts head first, then the witnesses, then what addresses hold. */
async function unwrite(
  { rows }: Workshop,
  orphans: readonly DerivedBlock[],
  below: readonly DerivedBlock[],
): Promise<void> {
  for (const orphan of orphans.toReversed()) await rows.remove(orphan);
  const touched = orphans.flatMap((orphan) => orphan.addresses);
  await rows.correctWitnesses(touched, (orphans[0]?.block.number ?? 1) - 1);
  await rows.writeHoldings(readsOf(orphans, below));
}

/** Every sort of row stands in the tables of these tests, so that none is compared with nothing. */
const KINDS = [/"h#/, /"l#/, /"f#/, /"x#/, /"k#.*"~d#/, /"k#.*"sk":"\d/, /"b#.*"2#/, /"b#.*"7#/, /"b#.*"8#/].concat(
  ['n', '2', '7', '8', 'd'].map((letter) => new RegExp(`"a#.*"sk":"${letter}#`)),
  ['n', '2', '7', '8'].map((letter) => new RegExp(`"ac#.*"sk":"31337#${letter}"`)),
);
const seen = new Set<RegExp>();
const note = (items: readonly string[]) => {
  for (const kind of KINDS) if (items.some((item) => kind.test(item))) seen.add(kind);
  return items;
};

/** Tables are large, and so is the work of each run. */
const RUNS = { numRuns: 40, endOnFailure: true };

describe('a rollback', () => {
  test('of any depth leaves the table of a chain that never had the blocks', async () => {
    await fc.assert(
      fc.asyncProperty(chain, fc.nat(), async (blocks, cut) => {
        const derived = deriveAll(blocks.map((txs, i) => aRawBlock(i + 1, txs)));
        const keep = cut % derived.length;
        const base = derived.slice(0, keep);
        const [there, never] = [workshop(), workshop()];
        await write(there, derived);
        await unwrite(there, derived.slice(keep), base);
        if (keep > 0) await write(never, base);
        expect(await there.all()).toEqual(note(await never.all()));
      }),
      RUNS,
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
        await write(there, first);
        await unwrite(there, first.slice(keep), base);
        await unwrite(there, first.slice(keep), base);
        await write(there, branch, base);
        await write(there, branch, base);
        await write(scratch, [...base, ...branch]);
        expect(await there.all()).toEqual(note(await scratch.all()));
      }),
      RUNS,
    );
  });

  test('was tried over every sort of row: lists, tokens, deployments, balances and the witnesses of each kind', () => {
    expect(KINDS.filter((kind) => !seen.has(kind))).toEqual([]);
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
    await there.rows.write([orphan], []);
    await there.rows.write([other], []);
    await there.rows.remove(orphan);
    expect((await there.all()).some((item) => item.includes(`x#31337#${hash}`))).toBe(true);
  });
});
