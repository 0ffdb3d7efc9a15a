import { readFileSync } from 'node:fs';
import { upgradeNotes } from '../../bin/upgrade-notes';
import { DERIVATION, DERIVATION_CHANGES } from '../../lambdas/core/domain/derivations';

/** By heading, without the date. */
const sections = new Map(
  readFileSync('CHANGELOG.md', 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((text) => [text.split(/[\s]/, 1)[0] ?? '', text]),
);

test('a change of derived rows is in the upgrade notes of the release after, and at synth', () => {
  const releases = [...sections.keys()];
  for (const { after, lacks } of DERIVATION_CHANGES) {
    const next = sections.get(releases[releases.indexOf(after) - 1] ?? '') ?? '';
    expect(next.split('### Upgrade')[1]).toContain(lacks);
    expect(next.split('### Upgrade')[1]).toContain('`cli status`');
    expect(upgradeNotes.filter((note) => note.includes(lacks) && note.includes(after))).toHaveLength(1);
  }
});

test('versions of derived rows rise by one', () => {
  expect(DERIVATION_CHANGES.map(({ version }) => version)).toEqual(DERIVATION_CHANGES.map((_, i) => i + 2));
  expect(DERIVATION).toBe(DERIVATION_CHANGES.at(-1)?.version);
});
