import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { picture, pictureIn, queueOf } from '../../bin/docs/picture';
import type { FunctionSpec, QueueName } from '../../lambdas/contract/function';
import { functions } from '../../lambdas/contract/functions';
import { endpoints } from '../../lambdas/contract/registry';

const read = (file: string) => readFileSync(file, 'utf8');

describe('the picture of the architecture', () => {
  const drawn = pictureIn(read('docs/architecture.md')) ?? '';
  const edges = new Set(
    [...drawn.matchAll(/^ {2}(\w+) (<)?--(?: "[^"]*" --)?> (\w+)$/gm)].flatMap(([, from, both, to]) => [
      `${from} ${to}`,
      ...(both ? [`${to} ${from}`] : []),
    ]),
  );
  const queueNamed = (name: QueueName) => functions.filter(({ queue }) => queue?.name === name).map(queueOf);
  /** What the declaration of a function says of the data's way. */
  const declared = ({ id, queue, uses }: FunctionSpec): string[] => [
    ...(queue ? [`${queueOf({ id })} ${id}`] : []),
    ...(queue?.blockEvents ? [`Bus ${queueOf({ id })}`] : []),
    ...(uses.bus ? [`${id} Bus`] : []),
    ...(uses.node ? [`Node ${id}`] : []),
    ...(uses.raw ?? []).map((action) => (action === 'get' ? `Raw ${id}` : `${id} Raw`)),
    ...(uses.traces ?? []).map((action) => (action === 'get' ? `Traces ${id}` : `${id} Traces`)),
    ...(uses.sends ?? []).flatMap(queueNamed).map((name) => `${id} ${name}`),
  ];

  test('is the one that `npm run docs` draws', () => expect(drawn).toBe(picture(functions, endpoints)));
  test('has every function and queue, and no other', () => {
    const inside = [...drawn.matchAll(/^ {4}(\w+)\[/gm)].map(([, name]) => name);
    const known = functions.flatMap((spec) => [spec.id, ...(spec.queue ? [queueOf(spec)] : [])]);
    expect(inside.toSorted()).toEqual(known.toSorted());
  });
  test.each(functions.map((spec) => [spec.id, spec] as const))('has every way of %s, and no other', (id, spec) => {
    const own = [id, ...(spec.queue ? [queueOf(spec)] : [])];
    const outside = new Set(['Receivers', 'Metadata', 'Api', ...functions.map((one) => one.id)]);
    const of = [...edges].filter((edge) => {
      const [from = '', to = ''] = edge.split(' ');
      return own.includes(from) || (own.includes(to) && !outside.has(from));
    });
    expect(of.filter((edge) => !/ Receivers$/.test(edge)).toSorted()).toEqual(declared(spec).toSorted());
  });
  test('has every queue that endpoints send to', () => {
    for (const { uses } of endpoints)
      if (uses.queue)
        expect([...edges]).toEqual(expect.arrayContaining(queueNamed(uses.queue).map((to) => `Api ${to}`)));
  });
});

describe('the glossary', () => {
  const rows = [...read('docs/glossary.md').matchAll(/^\| \*\*(.+?)\*\* +\| (.+?) +\| (.+?) +\|$/gm)];
  test('has about thirty terms, each once and in order', () => {
    const terms = rows.map(([, term = '']) => term);
    expect(terms.length).toBeGreaterThan(30);
    expect(terms).toEqual([...new Set(terms)].toSorted((a, b) => a.localeCompare(b, 'en')));
  });
  test.each(rows.map(([, term = '', , where = '']) => [term, where]))('%s lives where it says', (_, where) => {
    const paths = [...where.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) expect([path, existsSync(path)]).toEqual([path, true]);
  });
});

describe('pages for people', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
    .concat(readdirSync('docs').map((file) => `docs/${file}`))
    .filter((file) => file.endsWith('.md'));
  test.each(pages)('%s names files and folders that exist', (page) => {
    const text = read(page);
    const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => join(dirname(page), to));
    // A path in code, without a place to fill in.
    const paths = [...text.matchAll(/`((?:bin|demo|docs|lambdas|lib|local|test)\/[\w./-]*)`/g)].map(
      ([, to = '']) => to,
    );
    for (const path of [...links, ...paths]) expect([path, existsSync(path)]).toEqual([path, true]);
  });
});
