import { hasDifferences, joinFindings } from '../../../lambdas/chain/domain/rederivation';
import { TakenOver } from '../../../lambdas/chain/rows/backfill-jobs';
import { getParts, getRederivation } from '../../../lambdas/chain/rows/rederivations';
import { getFamily } from '../../../lambdas/core/table/copy-keys';
import type { ItemKey } from '../../../lambdas/core/table/item';
import type { Table } from '../../../lambdas/core/table/table';
import type { RawBlock } from '../../../lambdas/evm/domain/rpc';
import { getBlocks, START } from '../../support/follower/evm-backfill';
import { indexedHistory, rederiving } from '../../support/follower/rederived';
import { FULL } from '../../support/full';
import { address, aRawBlock } from '../../support/make/blocks';
import { aTransfer } from '../../support/make/logs';
import { type Gate, memoryTable } from '../../support/tables/memory';

const right = getBlocks();
/** As a faulty version read them: transfers missing, with other values, of other tokens, and to others. */
const faulty = right.map((raw): RawBlock => {
  const n = Number(raw.block.number);
  if (n % 10 !== 3 || n >= START) return raw;
  const [from, to] = [100 + (n % 7), 100 + ((n + 1) % 7)];
  const logs = [
    [],
    [aTransfer({ kind: 'erc20', token: 1, from, to, value: 500n })],
    [
      aTransfer({ kind: 'erc20', token: 1, from, to: 299, value: 5n }),
      aTransfer({ kind: 'erc721', token: 9, from, to, id: 8n }),
    ],
  ][((n - 3) / 10) % 3];
  return aRawBlock(n, [
    { from, to, logs: logs ?? [] },
    { from: to, to: from },
  ]);
});

type World = Awaited<ReturnType<typeof world>>;

/** Indexed from `used`, with `bucket` in the bucket. */
async function world(used: readonly RawBlock[], bucket: readonly RawBlock[], gate?: Gate) {
  let isOpen = false;
  const memory = memoryTable((...call) => (isOpen ? gate?.(...call) : undefined));
  await indexedHistory(used, memory);
  const sent = { tokens: [], nfts: [] };
  isOpen = true;
  return { memory, sent, ...rederiving(memory, bucket, sent) };
}

const isOfChain = ({ pk }: ItemKey): boolean => !pk.startsWith('cur#');
const isOwn = (item: ItemKey): boolean => isOfChain(item) && getFamily(item) !== undefined;
const toKey = (item: Record<string, unknown>): ItemKey => ({ pk: String(item.pk), sk: String(item.sk) });

/** All rows of blocks that readers of the partitions find. */
async function shown(table: Table, partitions: Iterable<string>) {
  const found: Record<string, unknown>[] = [];
  for (const pk of [...partitions].toSorted())
    for (const prefix of ['', '2#', '7#', '8#', 'd#', 'i#', 'n#', '~d#'])
      if (pk.startsWith('a#') === /^[2-9a-n]/.test(prefix) && (prefix !== '~d#' || pk.startsWith('k#'))) {
        const digits =
          prefix === '' && pk.startsWith('x#') ? { low: 'i', high: 't~' } : { low: `${prefix}0`, high: `${prefix}9~` };
        found.push(...(await table.query({ pk, ...digits, ascending: true, limit: 10_000 })).items);
      }
  return found;
}

let indexed: Promise<Record<'right' | 'faulty', Record<string, unknown>[]>> | undefined;
const getIndexed = () => {
  indexed ??= (async () => {
    const both = [memoryTable(), memoryTable()] as const;
    await indexedHistory(right, both[0]);
    await indexedHistory(faulty, both[1]);
    return { right: await both[0].rows(), faulty: await both[1].rows() };
  })();
  return indexed;
};

async function expectShown({ open }: World, as: 'right' | 'faulty'): Promise<void> {
  const all = await getIndexed();
  const partitions = new Set(
    [...all.right, ...all.faulty]
      .map(toKey)
      .filter(isOwn)
      .map(({ pk }) => pk),
  );
  const names = (items: readonly Record<string, unknown>[]) =>
    items.map(({ pk, sk, d, h }) => `${pk} ${sk} ${Buffer.from((d ?? h) as Uint8Array).toString('hex')}`).toSorted();
  const found = names(await shown(open().table, partitions));
  expect(found).toEqual(names(all[as].filter((item) => isOwn(toKey(item)))));
  expect(found.length).toBeGreaterThan(1_000);
}

const findings = async ({ open, chainId }: World) =>
  joinFindings((await getParts(open().table, chainId)).map(({ found }) => found));

/** Of lists of transfers by token. */
const COUNTED = { same: 182, changed: 8, added: 18, removed: 4 };

describe('rows derived again from the bucket', () => {
  test('unchanged blocks give equal rows, in the other copy, and readers see them after one write', async () => {
    const one = await world(right, right);
    expect(await one.request()).toBe(true);
    expect(await one.request()).toBe(false);
    await one.work();
    await one.compare();
    await one.work();
    const found = await findings(one);
    expect(hasDifferences(found)).toBe(false);
    expect(Object.values(found.rows).reduce((sum, { same }) => sum + same, 0)).toBeGreaterThan(1_000);
    await one.change();
    await one.work();
    await expectShown(one, 'right');
    await one.drop();
    await one.work();
    await expectShown(one, 'right');
    expect(await getRederivation(one.open().table, one.chainId)).toBeUndefined();
  });

  test('a fault of decoding is found by comparison, mended by the switch, back after the way back, and dropped', async () => {
    const one = await world(faulty, right);
    await expectShown(one, 'faulty');
    await one.request();
    await one.work();
    await one.compare();
    await one.work();
    const { rows, examples, blocks } = await findings(one);
    expect(Object.keys(rows).filter((entity) => (rows[entity]?.changed ?? 0) + (rows[entity]?.added ?? 0) > 0)).toEqual(
      expect.arrayContaining(['Tx', 'AddressErc20', 'AddressErc721', 'TokenTransfer']),
    );
    expect(rows.TokenTransfer?.removed).toBeGreaterThan(0);
    expect(rows.Block).toEqual({ same: START, changed: 0, added: 0, removed: 0 });
    expect(blocks).toEqual(Array.from({ length: 13 }, (_, i) => ({ from: 10 * i + 3, to: 10 * i + 3 })));
    expect(examples).toContainEqual({
      entity: 'TokenTransfer',
      kind: 'added',
      block: 3,
      pk: `k#31337#${address(1)}`,
      sk: '0000000003#0000000',
    });
    await expectShown(one, 'faulty');
    await one.change();
    await expectShown(one, 'right');
    await one.work();
    await one.change();
    await expectShown(one, 'faulty');
    await one.work();
    await one.change();
    await one.work();
    await one.drop();
    await one.work();
    await expectShown(one, 'right');
  });

  test('after the first copy is derived again and the second dropped, the table is as if indexed anew', async () => {
    const one = await world(faulty, right);
    for (let round = 0; round < 2; round++) {
      await one.request();
      await one.work();
      await one.compare();
      await one.work();
      await one.change();
      await one.work();
      await one.drop();
      await one.work();
    }
    const all = await getIndexed();
    const text = (items: readonly Record<string, unknown>[]) =>
      items
        .filter((item) => isOwn(toKey(item)))
        .map((item) => JSON.stringify(item))
        .toSorted();
    expect(text(await one.memory.rows())).toEqual(text(all.right));
  });

  test('NFTs follow the copy in use, and no address ever lacks a marker of its activity', async () => {
    const one = await world(faulty, right);
    const all = await getIndexed();
    const names = (items: readonly Record<string, unknown>[], literal: string) =>
      items
        .map(toKey)
        .filter(({ pk }) => pk.startsWith(literal))
        .map(({ pk, sk }) => `${pk} ${sk}`)
        .toSorted();
    const nfts = async () => names(await one.memory.rows(), 'nft#');
    const expectMarkers = async () =>
      expect(names(await one.memory.rows(), 'ac#')).toEqual(
        expect.arrayContaining([...names(all.right, 'ac#'), ...names(all.faulty, 'ac#')]),
      );
    expect(names(all.right, 'nft#')).not.toEqual(names(all.faulty, 'nft#'));
    await one.request();
    await one.work();
    await one.compare();
    await one.work();
    await expectMarkers();
    await one.change();
    await one.work();
    expect(await nfts()).toEqual(names(all.right, 'nft#'));
    await one.change();
    await one.work();
    expect(await nfts()).toEqual(names(all.faulty, 'nft#'));
    await one.drop();
    await one.work();
    await expectMarkers();
    expect(await nfts()).toEqual(names(all.faulty, 'nft#'));
  });

  test('balances that no row has become unread ones, as many as were counted before the switch', async () => {
    const lacking = right.map((raw, n) =>
      n < START ? { ...raw, receipts: raw.receipts.map((one) => ({ ...one, logs: [] })) } : raw,
    );
    const one = await world(lacking, right);
    await one.request(['tokens']);
    await one.work();
    await one.compare();
    await one.work();
    const { balances } = await findings(one);
    const held = async () => (await one.memory.rows()).filter(({ pk }) => String(pk).startsWith('b#'));
    expect(await held()).toEqual([]);
    const markers = (items: readonly Record<string, unknown>[]) =>
      items.map(toKey).flatMap(({ pk, sk }) => (pk.startsWith('ac#') ? [`${pk} ${sk}`] : []));
    expect(markers(await one.memory.rows()).toSorted()).toEqual(markers((await getIndexed()).right).toSorted());
    await one.change();
    await one.work();
    expect((await held()).length).toBe(balances);
    expect((await held()).every(({ g3p }) => g3p === 's#31337')).toBe(true);
    expect(balances).toBe(14);
    expect([one.sent.tokens.length, one.sent.nfts.length]).toEqual([2, 1]);
  });

  test('a row beside a transaction that is not derived any more is absent after the switch', async () => {
    const one = await world(right, right);
    const { hash, transactions } = right[7]?.block ?? { hash: '', transactions: [] };
    const key = { pk: `x#31337#${transactions[0]?.hash}`, sk: 'm' };
    const bytes = Buffer.alloc(32, 1);
    const message = { ...key, h: Buffer.from(hash.slice(2), 'hex'), m: bytes, y: 'source', s: bytes };
    await one.open().plain.write([{ put: message }]);
    await one.request();
    await one.work();
    await one.compare();
    await one.work();
    expect((await findings(one)).rows.TxMessage).toEqual({ same: 0, changed: 0, added: 0, removed: 1 });
    expect(await one.open().table.get(key)).toBeDefined();
    await one.change();
    expect(await one.open().table.get(key)).toBeUndefined();
    await one.work();
    await one.drop();
    await one.work();
    expect(await one.open().table.get(key)).toBeUndefined();
  });

  test('a missing block is named, ends the work on its part alone, and changes nothing that readers see', async () => {
    const one = await world(
      faulty,
      right.filter(({ block }) => Number(block.number) !== 113),
    );
    await one.request();
    await expect(one.work()).rejects.toThrow('block 113 is missing');
    await one.work({ index: 0, count: 2 }).catch(() => undefined);
    const parts = await getParts(one.open().table, one.chainId);
    expect(parts.map(({ next, to, lastError }) => [next, to, lastError])).toEqual([[100, 129, 'block 113 is missing']]);
    await expectShown(one, 'faulty');
    // Dropping does not need the missing block.
    await one.drop();
    await one.work();
    expect(await getRederivation(one.open().table, one.chainId)).toBeUndefined();
    expect((await one.memory.rows()).map(toKey).filter(isOwn).length).toBe(
      (await getIndexed()).faulty.map(toKey).filter(isOwn).length,
    );
  });

  test('several workers at once, of whom some take over the parts of others, give the same result', async () => {
    const one = await world(faulty, right);
    /** Two see the same parts as free; one ends early. */
    const all = async () => {
      let looks = 0;
      const workers = [0, 1, 0, 1].map((index, i) =>
        one
          .work({ index, count: 2 }, () => i === 3 && looks++ > 2)
          .catch((error: unknown) => {
            if (!(error instanceof TakenOver)) throw error;
          }),
      );
      await Promise.all(workers);
      await one.work();
    };
    await one.request();
    await all();
    await one.compare();
    await all();
    expect((await findings(one)).rows.TokenTransfer).toEqual(COUNTED);
    await one.change();
    await all();
    await expectShown(one, 'right');
    await one.drop();
    await all();
    await expectShown(one, 'right');
    expect(await getRederivation(one.open().table, one.chainId)).toBeUndefined();
  });

  test('a worker whose round has ended writes nothing more', async () => {
    let hold: 'no' | 'once it has a part' | 'at its next read' = 'no';
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const gate: Gate = (call, when) => {
      if (when === 'before' && hold === 'at its next read' && (call === 'BatchGetItem' || call === 'Query')) {
        hold = 'no';
        held.resolve();
        return release.promise;
      }
      if (when === 'after' && hold === 'once it has a part' && call === 'UpdateItem') hold = 'at its next read';
      return undefined;
    };
    const one = await world(faulty, right, gate);
    await one.request();
    await one.work();
    await one.compare();
    await one.work();
    await one.change();
    // It is about to correct the rows that blocks share, as of the derived rows.
    hold = 'once it has a part';
    const late = one.work().catch((error: unknown) => {
      if (!(error instanceof TakenOver)) throw error;
    });
    await held.promise;
    await one.change();
    await one.work();
    const before = await one.memory.items();
    release.resolve();
    await late;
    expect(await one.memory.items()).toEqual(before);
    await expectShown(one, 'faulty');
  });

  test.each(['derive', 'compare', 'settle', 'back', 'drop'])(
    'a kill at any call while the work is to %s changes no result',
    async (phase) => {
      const calls = { left: Number.POSITIVE_INFINITY, made: 0 };
      const gate: Gate = (call, when) => {
        if (when !== 'before') return;
        calls.made++;
        if (calls.left-- <= 0) throw new Error(`killed at ${call}`);
      };
      const kills = FULL ? Array.from({ length: 400 }, (_, i) => i) : [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144];
      let killed = 0;
      for (const at of kills) {
        calls.left = Number.POSITIVE_INFINITY;
        const one = await world(faulty, right, gate);
        const during = async (name: string) => {
          if (name === phase) {
            calls.left = at;
            await one.work().catch(() => killed++);
            calls.left = Number.POSITIVE_INFINITY;
          }
          await one.work();
        };
        await one.request();
        await during('derive');
        await one.compare();
        await during('compare');
        const found = await findings(one);
        expect(found.rows.TokenTransfer).toEqual(COUNTED);
        await one.change();
        await during('settle');
        await expectShown(one, 'right');
        if (phase === 'back') {
          await one.change();
          await during('back');
          await expectShown(one, 'faulty');
          await one.change();
          await one.work();
        }
        await one.drop();
        await during('drop');
        await expectShown(one, 'right');
        expect((await one.memory.rows()).map(toKey).filter(isOwn).length).toBe(
          (await getIndexed()).right.map(toKey).filter(isOwn).length,
        );
      }
      expect(killed).toBeGreaterThan(8);
    },
  );
});
