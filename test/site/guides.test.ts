import { readdirSync, readFileSync } from 'node:fs';
import { STATUS } from '../../lambdas/core/contract/errors';
import { PLANS } from '../../lambdas/core/contract/plans';
import { parseConfig } from '../../lib/config';
import { guides, toLink } from '../../lib/site/guides';
import { filledTogether } from '../../lib/site/template';

const of = (value: unknown = {}) =>
  Object.fromEntries(guides(parseConfig(value, 'test')).map((guide) => [guide.name, guide]));
const written = of();
/** The cells of a guide's tables, row by row. */
const toRows = (html = '') =>
  [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = '']) => cell.replace(/<[^>]+>/g, '')),
  );

test('every file in docs/guides is a guide, with a title and no placeholder left', () => {
  expect(Object.keys(written).toSorted()).toEqual(
    readdirSync('docs/guides')
      .map((file) => file.replace('.md', ''))
      .toSorted(),
  );
  for (const { name, title, html } of Object.values(written))
    expect([name, title.length > 3, html.includes('{{')]).toEqual([name, true, false]);
});
test('an unknown placeholder and an unused one are errors', () => {
  expect(() => filledTogether({ 'a.md': '{{rate}}', 'b.md': '{{wrong}}' }, { rate: '1' })).toThrow(
    'b.md: unknown placeholder {{wrong}}',
  );
  expect(() => filledTogether({ 'a.md': '{{rate}}', 'b.md': '{{rate}}' }, { rate: '1', burst: '2' })).toThrow(
    'unused placeholder {{burst}}',
  );
});
test('a link that is broken on the site is an error', () => {
  expect(toLink('a.md', 'rates.md#when-it-is-too-much')).toBe('rates#when-it-is-too-much');
  expect(toLink('a.md', '../openapi.json#getBlock')).toBe('../docs#/EVM%20Blocks/getBlock');
  for (const link of [
    'nothing.md',
    '../openapi.json#getNothing',
    '../receivers/receiver.mjs',
    'http://plain.example',
    '/docs',
  ])
    expect(() => toLink('a.md', link)).toThrow(`a.md: broken link ${link}`);
});

test('the plans come from the configuration', () => {
  const free = {
    rate: 17,
    burst: 77,
    quotaPerDay: 777_777,
    webhooks: 3,
    webhookAddresses: 2,
    webhookReplays: 0,
    exports: 0,
    exportRows: 0,
  };
  const rows = toRows(of({ plans: { free } }).rates?.html).filter(([plan]) => PLANS.some((name) => name === plan));
  expect(rows[1]).toEqual(['free', '17', '77', '777,777', '3', '2', 'none', 'none', 'none']);
  const numbers = rows.map(([, ...cells]) =>
    cells.map((cell) => Number(cell.replace('none', '0').replaceAll(',', ''))),
  );
  const { plans } = parseConfig({ plans: { free } }, 'test');
  expect(numbers).toEqual(PLANS.map((plan) => Object.values(plans[plan])));
  expect(of({ openEndpoints: { rate: 12, burst: 20 } }).rates?.html).toContain('each of them 12 times a second');
});
test('the guide lists the twelve delivery attempts with their delays', () => {
  const rows = toRows(written.webhooks?.html).filter(([attempt = '']) => /^\d+$/.test(attempt));
  expect(rows.map(([attempt]) => Number(attempt))).toEqual(Array.from({ length: 12 }, (_, i) => i + 1));
  expect(rows[1]).toEqual(['2', '10 seconds', '10 seconds']);
  expect(rows[2]).toEqual(['3', '1 minute', 'about 1 minute']);
  expect(rows[5]).toEqual(['6', '30 minutes', 'about 46 minutes']);
  expect(rows[11]).toEqual(['12', '24 hours', 'about 93 hours']);
});
test('every error status is explained', () => {
  const shown = toRows(written.errors?.html).flatMap(([status = '']) => (/^\d{3} /.test(status) ? [status] : []));
  expect(shown).toEqual(Object.entries(STATUS).map(([status, phrase]) => `${status} ${phrase}`));
});
test('the guide has the tested receivers in full', () => {
  const text = (written.webhooks?.html ?? '').replace(/&#(\d+);/g, (_, code: string) =>
    String.fromCodePoint(Number(code)),
  );
  const files = ['verify.mjs', 'receiver', 'puller'].flatMap((name) =>
    name.includes('.') ? name : ['mjs', 'py', 'go'].map((language) => `${name}.${language}`),
  );
  for (const file of files)
    expect([file, text.includes(readFileSync(`docs/receivers/${file}`, 'utf8').trim())]).toEqual([file, true]);
});
test('the published clients have the installed versions', () => {
  const declared = ['package.json', 'test/client/package.json'].map((file) => JSON.parse(readFileSync(file, 'utf8')));
  const versions = Object.assign(
    {},
    ...declared.flatMap(({ dependencies, devDependencies }) => [dependencies, devDependencies]),
  );
  const rows = toRows(written.clients?.html).filter(([name = '']) => name in versions);
  expect(rows.map(([name = '', version]) => [name, version])).toEqual(
    rows.map(([name = '']) => [name, versions[name]]),
  );
  expect(rows).toHaveLength(5);
});
