import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getQueue, picture, pictureIn } from '../../bin/docs/picture';
import { statePicture } from '../../bin/docs/state-picture';
import { functions } from '../../lambdas/app/contract/functions';
import { endpoints } from '../../lambdas/app/contract/registry';
import type { FunctionSpec, QueueName } from '../../lambdas/core/contract/function';
import { exportDefinition } from '../../lib/export-definition';
import { createRpc } from '../../lib/openrpc';
import { files } from '../support/sources/imports';

const read = (file: string) => readFileSync(file, 'utf8');

describe('the picture of the architecture', () => {
  const drawn = pictureIn(read('docs/architecture.md'), 'flowchart') ?? '';
  const edges = new Set(
    [...drawn.matchAll(/^ {2}(\w+) (<)?--(?: "[^"]*" --)?> (\w+)$/gm)].flatMap(([, from, both, to]) => [
      `${from} ${to}`,
      ...(both ? [`${to} ${from}`] : []),
    ]),
  );
  const queueNamed = (name: QueueName) => functions.filter(({ queue }) => queue?.name === name).map(getQueue);
  /** The edges that the declaration of a function implies. */
  const declared = ({ id, queue, step, uses }: FunctionSpec): string[] => [
    ...(queue ? [`${getQueue({ id })} ${id}`] : []),
    ...(queue?.blockEvents ? [`Bus ${getQueue({ id })}`] : []),
    ...(queue?.fedBy ? [`AccessLog ${getQueue({ id })}`] : []),
    ...(uses.accessLogs ?? []).map(() => `AccessLog ${id}`),
    ...(uses.bus ? [`${id} Bus`] : []),
    ...(uses.node ? [`Node ${id}`] : []),
    ...(uses.pChainNode ? [`PNode ${id}`] : []),
    ...(uses.raw ?? []).map((action) => (action === 'get' ? `Raw ${id}` : `${id} Raw`)),
    ...(uses.traces ?? []).map((action) => (action === 'get' ? `Traces ${id}` : `${id} Traces`)),
    ...(uses.states ?? []).map((action) => (action === 'get' ? `States ${id}` : `${id} States`)),
    ...[...(uses.parts ?? []), ...(uses.files ?? [])].map((action) =>
      action === 'get' ? `Files ${id}` : `${id} Files`,
    ),
    ...(uses.startsExports ? [`${id} Steps`] : []),
    ...(step ? [`Steps ${id}`] : []),
    ...(uses.sends ?? []).flatMap(queueNamed).map((name) => `${id} ${name}`),
  ];

  test('the picture is up to date: `npm run docs` draws it', () => expect(drawn).toBe(picture(functions, endpoints)));
  test('the picture has exactly the declared functions and queues', () => {
    const inside = [...drawn.matchAll(/^ {4}(\w+)\[/gm)].map(([, name]) => name);
    const known = functions.flatMap((spec) => [spec.id, ...(spec.queue ? [getQueue(spec)] : [])]);
    expect(inside.toSorted()).toEqual(known.toSorted());
  });
  test.each(functions.map((spec) => [spec.id, spec] as const))(
    'the picture has exactly the edges of %s',
    (id, spec) => {
      const own = [id, ...(spec.queue ? [getQueue(spec)] : [])];
      const outside = new Set(['Receivers', 'Metadata', 'Api', ...functions.map((one) => one.id)]);
      const of = [...edges].filter((edge) => {
        const [from = '', to = ''] = edge.split(' ');
        return own.includes(from) || (own.includes(to) && !outside.has(from));
      });
      expect(of.filter((edge) => !/ Receivers$/.test(edge)).toSorted()).toEqual(declared(spec).toSorted());
    },
  );
  test('the picture has an edge to every queue that endpoints send to', () => {
    for (const { uses } of endpoints)
      if (uses.queue)
        expect([...edges]).toEqual(expect.arrayContaining(queueNamed(uses.queue).map((to) => `Api ${to}`)));
  });
});

test('docs/openrpc.json is up to date: `npm run docs` writes it', () =>
  expect(JSON.parse(read('docs/openrpc.json'))).toEqual(JSON.parse(JSON.stringify(createRpc([])))));

describe('the glossary', () => {
  const rows = [...read('docs/glossary.md').matchAll(/^\| \*\*(.+?)\*\* +\| (.+?) +\| (.+?) +\|$/gm)];
  test('the glossary has more than thirty terms, unique and sorted', () => {
    const terms = rows.map(([, term = '']) => term);
    expect(terms.length).toBeGreaterThan(30);
    expect(terms).toEqual([...new Set(terms)].toSorted((a, b) => a.localeCompare(b, 'en')));
  });
  test.each(rows.map(([, term = '', , where = '']) => [term, where]))(
    'the files of the term "%s" exist',
    (_, where) => {
      const paths = [...where.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path);
      expect(paths.length).toBeGreaterThan(0);
      for (const path of paths) expect([path, existsSync(path)]).toEqual([path, true]);
    },
  );
});

describe('the documents', () => {
  const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
    .concat(['docs', 'docs/guides'].flatMap((folder) => readdirSync(folder).map((file) => `${folder}/${file}`)))
    .filter((file) => file.endsWith('.md'));
  test.each(pages)('%s refers only to existing files and folders', (page) => {
    const text = read(page);
    const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => join(dirname(page), to));
    // A path in code, without placeholders.
    const paths = [...text.matchAll(/`((?:bin|demo|docs|lambdas|lib|local|test)\/[\w./-]*)`/g)].map(
      ([, to = '']) => to,
    );
    for (const path of [...links, ...paths]) expect([path, existsSync(path)]).toEqual([path, true]);
  });

  const operationIds = endpoints.map(({ id }) => id);
  const getAnchors = (page: string) => (page.endsWith('openapi.json') ? operationIds : parseHeadings(page));
  const parseHeadings = (page: string) =>
    [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replace(/\s/g, '-'),
    );
  test.each(pages)('%s links only to existing headings', (page) => {
    for (const [, to = '', anchor] of read(page).matchAll(/\]\(([^)#:]*)#([^)]*)\)/g))
      expect(getAnchors(to ? join(dirname(page), to) : page)).toContain(anchor);
  });
  test('messages of the programs link only to existing headings', () => {
    const sources = ['bin', 'lib'].flatMap(files).map(read).join('\n');
    const links = [...sources.matchAll(/(docs\/\w+\.md)#([a-z][\w-]*)/g)];
    expect(links.length).toBeGreaterThan(0);
    for (const [, page = '', anchor] of links) expect(getAnchors(page)).toContain(anchor);
  });

  const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;
  const cli = ['bin/cli.ts', ...files('bin/cli')].map(read).join('\n');
  const commands = new Set([...cli.matchAll(/\.command\('([\w-]+)'\)/g)].map(([, name]) => name));
  const optionsIn = (text: string) => [...text.matchAll(/(?<=\s)--([a-z][\w-]*)/g)].map(([, option]) => option);
  const cliOptions = new Set([...cli.matchAll(/'--([\w-]+)/g)].map(([, option]) => option));
  type CdkOptions = Readonly<Record<string, unknown>>;
  const cdk = JSON.parse(read('node_modules/aws-cdk/lib/cli/cli-type-registry.json')) as {
    readonly globalOptions: CdkOptions;
    readonly commands: Readonly<Record<string, { readonly options?: CdkOptions }>>;
  };
  /** The commands of a page: each code span, and each line of a shell block. */
  const commandsIn = (page: string, prefix: string) =>
    [...read(page).matchAll(/^```sh\n([\s\S]*?)^```$|`([^`\n]+)`/gm)]
      .flatMap(([, block, span = '']) => (block ?? span).split('\n'))
      .flatMap((line) => line.replace(/#.*$/, '').split(/&&/))
      .map((command) => command.trim())
      .filter((command) => command.startsWith(prefix));

  test.each(pages)('%s uses only existing npm scripts, commands and options', (page) => {
    for (const command of commandsIn(page, 'npm run ')) {
      const [, script = '', rest = ''] = /^npm run ([\w:-]+)(?: -- (.*))?$/.exec(command) ?? [];
      expect([command, Object.keys(scripts)]).toEqual([command, expect.arrayContaining([script])]);
      if (script !== 'cli' || rest === '') continue;
      // Up to two words, then an option or an argument, which is in capitals.
      const words = (/^(?:[a-z][a-z-]*(?: |$)){1,2}/.exec(rest)?.[0] ?? '').trim().split(' ').filter(Boolean);
      for (const word of words) expect([command, commands.has(word)]).toEqual([command, true]);
      for (const option of optionsIn(` ${rest}`))
        expect([command, option, option === 'help' || cliOptions.has(option ?? '')]).toEqual([command, option, true]);
    }
    for (const command of commandsIn(page, 'npx cdk ')) {
      const [, name = ''] = /^npx cdk ([\w-]+)/.exec(command) ?? [];
      const known = { ...cdk.globalOptions, ...cdk.commands[name]?.options };
      expect([command, name in cdk.commands]).toEqual([command, true]);
      for (const option of optionsIn(command))
        expect([command, Object.keys(known)]).toEqual([command, expect.arrayContaining([option])]);
    }
  });
  test('docs/deploy.md has the commands of a first deployment', () => {
    const found = ['npm run cli -- ', 'npx cdk '].flatMap((prefix) => commandsIn('docs/deploy.md', prefix));
    for (const command of ['sources put', 'preflight', 'keys create', 'bootstrap', 'deploy --all', 'import'])
      expect(found.some((one) => one.includes(command))).toBe(true);
  });
});

describe('the picture of the export state machine', () => {
  const drawn = pictureIn(read('docs/architecture.md'), 'stateDiagram') ?? '';
  const definition = exportDefinition({});

  test('the picture is up to date: `npm run docs` draws it', () => expect(drawn).toBe(statePicture(definition)));
  test('the picture has every state, each with an outgoing edge', () => {
    const from = new Set([...drawn.matchAll(/^ {2}(\w+) -->/gm)].map(([, name]) => name));
    expect([...from].toSorted()).toEqual(Object.keys(definition.States).toSorted());
  });
});
