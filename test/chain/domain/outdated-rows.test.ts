import { seededRandom } from '../../../demo/random';
import {
  asHeldBy,
  type DerivedBy,
  derivedFrom,
  derivedText,
  joinDerived,
  readDerived,
} from '../../../lambdas/chain/domain/derived-by';
import { outdatedRows } from '../../../lambdas/chain/domain/outdated-rows';
import { ROW_FAMILIES } from '../../../lambdas/chain/domain/rederivation';
import { DERIVATION, DERIVATION_CHANGES } from '../../../lambdas/core/domain/derivations';
import { aCursor } from '../../support/make/blocks';

const [change] = DERIVATION_CHANGES;
const older = (from: number, to: number) => [
  { families: change?.families, lacks: change?.lacks, ranges: [{ from, to }] },
];

describe('rows that an earlier version derived', () => {
  const cursor = aCursor({ number: 1_000, head: 1_000, start: 500 });
  const withDerived = (all: readonly DerivedBy[]) => ({ ...cursor, derived: derivedText(all) ?? '' });
  const job = {
    ...{
      from: 0,
      to: 499,
      next: 500,
      cumulative: 0,
      startedAt: 0,
      writeUnits: 0,
      fence: 1,
      versionFence: 1,
      doneAt: 1,
    },
  };
  /** With a finality depth of 6. */
  const at = (next: number) => ({ next, final: next - 6 });
  const current = withDerived([{ from: 500, version: DERIVATION, lease: { fence: cursor.fence, final: 500 } }]);

  test('rows of release 0.1.0 are outdated, and rows of this version are not', () => {
    expect(outdatedRows(cursor, [job], ROW_FAMILIES)).toEqual(older(0, 1_000));
    const derived = derivedFrom([], at(500), { version: DERIVATION, fence: 1 });
    expect(outdatedRows(withDerived(derived), [{ ...job, version: DERIVATION }], ROW_FAMILIES)).toEqual([]);
  });
  test('blocks of the follower are older up to the one at which this version began', () => {
    const derived = derivedFrom([], at(801), { version: DERIVATION, fence: 1 });
    expect(outdatedRows(withDerived(derived), [job], ROW_FAMILIES)).toEqual(older(0, 800));
    expect(outdatedRows(withDerived(derived), [{ ...job, version: DERIVATION }], ROW_FAMILIES)).toEqual(
      older(500, 800),
    );
  });
  test('a re-derivation of the changed families makes their rows current, and one of others does not', () => {
    const of = (families: typeof ROW_FAMILIES) => [{ from: 100, to: 1_000, version: DERIVATION, families }];
    expect(outdatedRows(withDerived(of(['tokens'])), [job], ROW_FAMILIES)).toEqual(older(0, 99));
    expect(outdatedRows(withDerived(of(['traces'])), [job], ROW_FAMILIES)).toEqual(older(0, 1_000));
  });
  test('a chain without the changed families has no older rows', () => {
    expect(outdatedRows(cursor, [job], ['network'])).toEqual([]);
  });
  test('the follower notes each version once, with the lease that it last took', () => {
    const first = derivedFrom([], at(10), { version: 2, fence: 5 });
    const second = derivedFrom(first, at(20), { version: 2, fence: 6 });
    expect(second).toEqual([{ from: 10, version: 2, lease: { fence: 6, final: 14 } }]);
    expect(derivedFrom(second, at(30), { version: 3, fence: 7 })).toEqual([
      { from: 10, to: 24, version: 2 },
      { from: 30, version: 3, lease: { fence: 7, final: 24 } },
    ]);
  });
  test('blocks that a later follower may replace belong to no version', () => {
    const later = derivedFrom([], at(10), { version: 3, fence: 5 });
    expect(derivedFrom(later, at(30), { version: 2, fence: 6 })).toEqual([
      { from: 10, to: 24, version: 3 },
      { from: 30, version: 2, lease: { fence: 6, final: 24 } },
    ]);
    expect(derivedFrom(later, at(12), { version: 4, fence: 6 })).toEqual([
      { from: 12, version: 4, lease: { fence: 6, final: 6 } },
    ]);
  });
  test('no block is called newer than the follower that wrote it, in any order of versions, leases and reorgs', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const random = seededRandom(seed);
      const upTo = (most: number) => Math.floor(random() * (most + 1));
      const wrote = new Map<number, number>();
      let [notes, fence, number, head]: [DerivedBy[], number, number, number] = [[], 0, 9, 9];
      for (let session = 0; session < 8; session++) {
        const version = 1 + upTo(3);
        fence++;
        // Release 0.1.0 takes the lease without a note.
        if (version > 1) notes = derivedFrom(notes, { next: number + 1, final: head - 3 }, { version, fence });
        for (let step = upTo(3); step >= 0; step--) {
          number -= upTo(number - Math.max(9, head - 3));
          for (let block = upTo(6); block > 0; block--) wrote.set(++number, version);
          head = Math.max(head, number);
        }
        for (const note of readDerived(derivedText(notes)).map((one) => asHeldBy(fence, one)))
          for (let block = note.from; block <= Math.min(note.to ?? number, number); block++)
            expect(note.version).toBeLessThanOrEqual(wrote.get(block) ?? 0);
      }
    }
  });
  describe('once release 0.1.0 has taken the lease, blocks that were not final before', () => {
    const ours = { version: DERIVATION, fence: 6 };
    const before = derivedFrom(derivedFrom([], at(500), { ...ours, fence: 5 }), at(700), ours);
    const jobs = [{ ...job, version: DERIVATION }];
    test('are older while it follows', () => {
      expect(outdatedRows({ ...withDerived(before), fence: 6 }, jobs, ROW_FAMILIES)).toEqual([]);
      expect(outdatedRows({ ...withDerived(before), fence: 7 }, jobs, ROW_FAMILIES)).toEqual(older(695, 1_000));
    });
    test('stay older once this version has the lease again', () => {
      const derived = derivedFrom(before, at(901), { ...ours, fence: 9 });
      expect(derived).toEqual([
        { from: 500, to: 694, version: DERIVATION },
        { from: 901, version: DERIVATION, lease: { fence: 9, final: 895 } },
      ]);
      expect(outdatedRows({ ...withDerived(derived), fence: 9 }, jobs, ROW_FAMILIES)).toEqual(older(695, 900));
    });
  });
  test('a job that release 0.1.0 has finished is older', () => {
    const ended = { ...job, version: DERIVATION, fence: 2 };
    expect(outdatedRows(current, [ended], ROW_FAMILIES)).toEqual(older(0, 499));
  });
  test('blocks that a restarted job has not rewritten yet are older', () => {
    const { doneAt: _, ...begun } = job;
    const again = { ...begun, version: DERIVATION, next: 200, reached: 400 };
    expect(outdatedRows(current, [again], ROW_FAMILIES)).toEqual(older(200, 399));
  });
  test('a job that goes on after release 0.1.0 is older up to the block at which it does', () => {
    const begun = { ...job, version: DERIVATION, versionFrom: 120 };
    expect(outdatedRows(current, [begun], ROW_FAMILIES)).toEqual(older(0, 119));
  });
  test('a job after a re-derivation of its blocks makes them its own', () => {
    const again = { from: 0, to: 699, version: DERIVATION, families: ['tokens'] as const, at: 50 };
    const derived = withDerived([again]);
    const restarted = { ...job, startedAt: 60 };
    expect(outdatedRows(derived, [job], ROW_FAMILIES)).toEqual(older(700, 1_000));
    const [found] = outdatedRows(derived, [restarted], ROW_FAMILIES);
    expect(found?.ranges).toEqual([
      { from: 0, to: 499 },
      { from: 700, to: 1_000 },
    ]);
  });
  test('joined notes are without blocks that a job has rewritten, and with those derived since', () => {
    const tokens = { version: DERIVATION, families: ['tokens'] as const };
    const notes = [
      { from: 0, to: 99, ...tokens, at: 10 },
      { from: 100, to: 499, ...tokens, at: 50 },
    ];
    const jobs = [
      { ...job, to: 99, next: 100, startedAt: 5 },
      { ...job, from: 100, startedAt: 30 },
    ];
    const rest = [{ from: 500, version: DERIVATION, lease: { fence: cursor.fence, final: 500 } }];
    const joined = joinDerived(notes, jobs);
    expect(joined).toEqual([{ from: 0, to: 499, ...tokens, at: 50 }]);
    for (const all of [notes, joined])
      expect(outdatedRows(withDerived([...all, ...rest]), jobs, ROW_FAMILIES)).toEqual([]);
    const again = [{ ...job, to: 99, next: 100, startedAt: 30 }];
    for (const all of [notes, joinDerived(notes, again)])
      expect(outdatedRows(withDerived([...all, ...rest]), again, ROW_FAMILIES)).toEqual(older(0, 99));
  });
  test('joining drops notes that others contain or extend, and keeps that of the follower', () => {
    const follower = { from: 50, version: 2, lease: { fence: 7, final: 60 } };
    const tokens = { version: 2, families: ['tokens'] as const, at: 7 };
    const both = { version: 3, families: ['tokens', 'traces'] as const, at: 8 };
    expect(
      joinDerived(
        [
          ...[
            follower,
            { from: 0, to: 9, ...tokens },
            { from: 10, to: 19, ...tokens, at: 6 },
            { from: 30, to: 39, ...tokens },
          ],
          ...[
            { from: 25, to: 40, ...both },
            { from: 26, to: 41, version: 2 },
            { from: 30, to: 35, version: 2 },
          ],
        ],
        [],
      ),
    ).toEqual([
      { from: 0, to: 19, ...tokens },
      { from: 25, to: 40, ...both },
      { from: 26, to: 41, version: 2 },
      follower,
    ]);
  });
  test('notes are the same after they were text in the cursor', () => {
    const derived = [
      { from: 0, to: 99, version: 2, families: ['tokens', 'traces'] as const, at: 1_795_904_108_000 },
      { from: 500, version: 3, lease: { fence: 7, final: -3 } },
      { from: 700, to: 800, version: 2 },
    ];
    expect(readDerived(derivedText(derived))).toEqual(derived);
    expect([derivedText([]), readDerived(undefined)]).toEqual([undefined, []]);
  });
});
