import { createCopies } from '../../../local/lambda/copies';

const toNumber = (url: string): string => new URL(url).searchParams.get('copy') ?? '';

describe('module copies', () => {
  test('functions without conflicting variables share a copy', () => {
    const copyItem = createCopies();
    const table = { TABLE_NAME: 'table' };
    const copies = [table, { ...table, BUCKET: 'files' }, { ...table, QUEUE: 'queue' }, {}].map((variables, i) =>
      toNumber(copyItem({ module: `file:///${i}.mjs`, variables })),
    );
    expect(new Set(copies).size).toBe(1);
  });

  test('functions with conflicting variables do not share a copy', () => {
    const copyItem = createCopies();
    const copies = ['files', 'others', 'files'].map((BUCKET, i) =>
      toNumber(copyItem({ module: `file:///${i}.mjs`, variables: { BUCKET } })),
    );
    expect(copies[1]).not.toBe(copies[0]);
    expect(copies[2]).toBe(copies[0]);
  });

  test('functions with the same handler file do not share a copy', () => {
    const copyItem = createCopies();
    const [first, second] = [1, 2].map(() => copyItem({ module: 'file:///follow.mjs', variables: {} }));
    expect(first).not.toBe(second);
  });
});
