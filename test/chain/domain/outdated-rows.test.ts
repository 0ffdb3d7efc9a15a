import { type DerivedBy, derivedFrom, derivedText, readDerived } from '../../../lambdas/chain/domain/derived-by';
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
    ...{ from: 0, to: 499, next: 500, cumulative: 0, startedAt: 0, writeUnits: 0, fence: 1, doneAt: 1 },
  };

  test('all rows of release 0.1.0 are older, and those of this version are not', () => {
    expect(outdatedRows(cursor, [job], ROW_FAMILIES)).toEqual(older(0, 1_000));
    const derived = derivedFrom([], 500, { version: DERIVATION, fence: 1 });
    expect(outdatedRows(withDerived(derived), [{ ...job, version: DERIVATION }], ROW_FAMILIES)).toEqual([]);
  });
  test('blocks of the follower are older up to the one at which this version began', () => {
    const derived = derivedFrom([], 801, { version: DERIVATION, fence: 1 });
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
    const first = derivedFrom([], 10, { version: 2, fence: 5 });
    const second = derivedFrom(first, 20, { version: 2, fence: 6 });
    expect(second).toEqual([{ from: 10, version: 2, lease: { fence: 6, next: 20 } }]);
    expect(derivedFrom(second, 30, { version: 3, fence: 7 })).toEqual([
      { from: 10, to: 29, version: 2 },
      { from: 30, version: 3, lease: { fence: 7, next: 30 } },
    ]);
  });
  test('blocks since the last lease of this version are older once another has held it', () => {
    const before = derivedFrom(derivedFrom([], 500, { version: DERIVATION, fence: 5 }), 700, {
      version: DERIVATION,
      fence: 6,
    });
    const derived = derivedFrom(before, 901, { version: DERIVATION, fence: 9 });
    expect(derived).toEqual([
      { from: 500, to: 699, version: DERIVATION },
      { from: 901, version: DERIVATION, lease: { fence: 9, next: 901 } },
    ]);
    expect(outdatedRows(withDerived(derived), [{ ...job, version: DERIVATION }], ROW_FAMILIES)).toEqual(
      older(700, 900),
    );
  });
  test('they are text in the cursor', () => {
    const derived = [
      { from: 0, to: 99, version: 2, families: ['tokens', 'traces'] as const },
      { from: 500, version: 3, lease: { fence: 7, next: 612 } },
      { from: 700, to: 800, version: 2 },
    ];
    expect(readDerived(derivedText(derived))).toEqual(derived);
    expect([derivedText([]), readDerived(undefined)]).toEqual([undefined, []]);
  });
});
