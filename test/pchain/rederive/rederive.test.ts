import { readDerived } from '../../../lambdas/chain/domain/derived-by';
import { getCursor } from '../../../lambdas/chain/follower/cursor-of';
import { CURSOR, cursorKey } from '../../../lambdas/chain/rows/cursor-item';
import { WHOLE_NETWORK } from '../../../lambdas/core/domain/copies';
import { exactJson, fromExactJson } from '../../../lambdas/core/domain/exact-json';
import { NodeDown } from '../../../lambdas/core/node/errors';
import { compressed, decompressedText } from '../../../lambdas/core/runtime/compressed';
import { pChainAt } from '../../../lambdas/core/table/copy-keys';
import type { Item } from '../../../lambdas/core/table/item';
import type { RawPBlock } from '../../../lambdas/pchain/domain/raw-block';
import type { NetworkWork } from '../../../lambdas/pchain/domain/rederivation';
import type { PChainState } from '../../../lambdas/pchain/domain/replay/state';
import { networkReader } from '../../../lambdas/pchain/rows/network';
import {
  createNetworkRederivation,
  getNetworkRederivation,
  requestNetworkWork,
  switchCopies,
} from '../../../lambdas/pchain/rows/rederivation';
import { CHAIN, indexedNetwork, NETWORK } from '../../support/pchain/indexed';
import { INDEXING_NODE, RECORDINGS } from '../../support/pchain/recorded';
import type { Gate } from '../../support/tables/memory';

type Network = Awaited<ReturnType<typeof indexedNetwork>>;

const noNode = async (): Promise<never> => {
  throw new NodeDown('a block was read from the node');
};

async function start(net: Network) {
  const cursor = await getCursor(net.table, CHAIN);
  if (!cursor) throw new Error('nothing is indexed');
  expect(await createNetworkRederivation(net.plain, CHAIN, cursor, net.timer.now())).toBe(true);
}

async function getRecord(net: Network) {
  const record = await getNetworkRederivation(net.plain, CHAIN);
  if (!record) throw new Error('there is no re-derivation');
  return record;
}

async function request(net: Network, work: NetworkWork) {
  const record = await getRecord(net);
  expect(await requestNetworkWork(net.plain, CHAIN, record, { work, now: net.timer.now() })).toBe(true);
}

/** Items of the copy, with the keys of the first one. */
async function copyOf(net: Network, isSecond: boolean): Promise<string[]> {
  const mark = `#${NETWORK}.2`;
  const own = (await net.items()).filter((item) => item.split(' ', 1)[0]?.includes(mark) === isSecond);
  return own
    .map((item) => item.replaceAll(mark, `#${NETWORK}`))
    .filter((item) => pChainAt(item.split(' ', 1)[0] ?? '') !== undefined);
}

describe.each([...RECORDINGS, INDEXING_NODE])('re-deriving the P-Chain %s', (path) => {
  test('a re-derivation reproduces every row without the node, and a drop deletes all of them', async () => {
    const net = await indexedNetwork(path);
    try {
      await net.followTo(net.recorded.last);
      const before = await copyOf(net, false);
      await start(net);
      await net.rederive(undefined, noNode);
      expect(await copyOf(net, false)).toEqual(before);
      expect(await copyOf(net, true)).toEqual(before);
      await request(net, 'compare');
      await net.rederive(undefined, noNode);
      const compared = await getNetworkRederivation(net.plain, CHAIN);
      expect(compared?.doneAt).toEqual(expect.any(Number));
      const counts = Object.values(compared?.found.rows ?? {});
      expect(counts.reduce((sum, { same }) => sum + same, 0)).toBe(before.length);
      expect(compared?.found.blocks).toEqual([]);
      await request(net, 'drop');
      await net.rederive(undefined, noNode);
      expect([await copyOf(net, true), await copyOf(net, false)]).toEqual([[], before]);
      expect(await getNetworkRederivation(net.plain, CHAIN)).toBeUndefined();
    } finally {
      await net.stop();
    }
  });
});

const [RICH] = RECORDINGS;
const MIDDLE = 150;

async function withNetwork(options: Parameters<typeof indexedNetwork>[1], test: (net: Network) => Promise<void>) {
  const net = await indexedNetwork(RICH, options);
  try {
    await test(net);
  } finally {
    await net.stop();
  }
}

/**
 * Until the request is done. Each failure ends an attempt, as a killed function would, and so does `stops`, a little
 * later each time.
 */
async function untilDone(net: Network, stops = false) {
  for (let attempt = 0; attempt < 500; attempt++) {
    let looks = 0;
    const stop = () => {
      looks += 1;
      return stops && looks > attempt;
    };
    await net.rederive(stop, noNode).catch(() => undefined);
    const record = await getNetworkRederivation(net.plain, CHAIN).catch(() => ({ doneAt: undefined }));
    if (!record || record.doneAt !== undefined) return;
  }
  throw new Error('the request is not done');
}

let whole: string[] | undefined;
/** Of a network that was never derived again. */
async function expected(): Promise<string[]> {
  if (!whole)
    await withNetwork({}, async (net) => {
      await net.followTo(net.recorded.last);
      whole = await copyOf(net, false);
    });
  return whole ?? [];
}

test('faults are named, and after a switch readers and the indexer use the derived rows, and return', async () => {
  await withNetwork({}, async (net) => {
    await net.followTo(MIDDLE);
    const rows = (await net.rows()).filter(({ pk }) => pChainAt(String(pk)) !== undefined);
    const find = (literal: string) => {
      const row = rows.find(({ pk }) => String(pk).startsWith(literal));
      if (!row) throw new Error(`no row ${literal}`);
      return row as Item;
    };
    const [lost, changed, stake] = [find('po#'), find('pu#'), find('pk#')];
    await net.plain.write([{ delete: lost }, { delete: stake }, { put: { ...changed, x: '{"amount":{"int":"1"}}' } }]);
    await start(net);
    await net.rederive(undefined, noNode);
    await request(net, 'compare');
    await net.rederive(undefined, noNode);
    const { found } = await getRecord(net);
    expect(found.examples.map(({ kind, pk }) => `${kind} ${pk}`).toSorted()).toEqual(
      [`added ${lost.pk}`, `added ${stake.pk}`, `changed ${changed.pk}`].toSorted(),
    );
    await request(net, 'switch');
    await net.rederive(undefined, noNode);
    expect((await getCursor(net.table, CHAIN))?.second).toEqual(WHOLE_NETWORK);
    expect(await net.table.get({ pk: lost.pk, sk: lost.sk })).toEqual(lost);
    // The indexer goes on in the copy in use.
    await net.followTo(net.recorded.last);
    expect(await copyOf(net, true)).toEqual(await expected());
    // The other copy first catches up.
    await request(net, 'switch');
    await net.rederive(undefined, noNode);
    expect((await getCursor(net.table, CHAIN))?.second).toBeUndefined();
    expect(await net.table.get({ pk: lost.pk, sk: lost.sk })).toBeUndefined();
    await request(net, 'switch');
    await net.rederive(undefined, noNode);
    await request(net, 'drop');
    await net.rederive(undefined, noNode);
    expect(await copyOf(net, false)).toEqual([]);
    // The next one derives into the first copy.
    await start(net);
    await net.rederive(undefined, noNode);
    const noted = async () =>
      readDerived((await getCursor(net.table, CHAIN))?.derived).flatMap(({ families = [], from }) =>
        families.map((family) => `${family} from ${from}`),
      );
    // A return takes back the note of this derivation, not of the one before.
    for (const count of [2, 1, 2]) {
      await request(net, 'switch');
      await net.rederive(undefined, noNode);
      expect(await noted()).toEqual(Array.from({ length: count }, () => 'network from 0'));
    }
    await request(net, 'drop');
    await net.rederive(undefined, noNode);
    expect([await copyOf(net, false), await copyOf(net, true)]).toEqual([await expected(), []]);
  });
});

test('a row that is no longer derived is named', async () => {
  await withNetwork({}, async (net) => {
    await net.followTo(MIDDLE);
    const rows = await net.rows();
    const utxo = rows.find(({ pk, x }) => String(pk).startsWith('pu#') && String(x).includes('addresses'));
    const listed = rows.find(({ pk }) => String(pk).startsWith('pt#'));
    if (!utxo || !listed) throw new Error('nothing to change');
    const place = rows.find(({ pk }) => pk === String(utxo.pk).replace('pu#', 'px#'))?.g1s;
    const other = '77'.padStart(40, '0');
    // As if an earlier version had read another owner.
    const x = String(utxo.x).replaceAll(/0x[0-9a-f]{40}(?![0-9a-f])/g, `0x${other}`);
    const removed = { ...listed, pk: `pt#${NETWORK}#${other}`, sk: String(place) };
    await net.plain.write([{ put: { ...(utxo as Item), x } }, { put: removed as Item }]);
    await start(net);
    await untilDone(net);
    await request(net, 'compare');
    await untilDone(net);
    const { examples } = (await getRecord(net)).found;
    expect(examples.map(({ kind, pk }) => `${kind} ${pk}`)).toEqual(
      expect.arrayContaining([`changed ${utxo.pk}`, `removed ${removed.pk}`]),
    );
  });
});

test('a re-derivation that is ended at any step goes on where it was', async () => {
  let calls = 0;
  let failing = Number.POSITIVE_INFINITY;
  const fail = () => {
    calls += 1;
    if (calls % failing === 0) throw new Error('killed');
  };
  await withNetwork({ table: (_call, when) => when === 'before' && fail(), bucket: fail }, async (net) => {
    await net.followTo(net.recorded.last);
    await start(net);
    failing = 97;
    await untilDone(net, true);
    failing = Number.POSITIVE_INFINITY;
    await request(net, 'compare');
    failing = 701;
    await untilDone(net);
    failing = Number.POSITIVE_INFINITY;
    expect(await copyOf(net, true)).toEqual(await expected());
    expect((await getRecord(net)).found.blocks).toEqual([]);
    await request(net, 'drop');
    failing = 701;
    await untilDone(net, true);
    failing = Number.POSITIVE_INFINITY;
    expect([await copyOf(net, true), await copyOf(net, false)]).toEqual([[], await expected()]);
  });
});

describe('blocks in the bucket', () => {
  const objects = (net: Network) => [...net.bucket.objects.keys()].filter((key) => key.startsWith(`raw/${CHAIN}/`));

  test.each([
    [
      'missing',
      (net: Network, name: string) => net.bucket.objects.delete(name),
      (name: string) => `block ${Number(/\/(\d{10})-/.exec(name)?.[1])}, and the node`,
    ],
    [
      'damaged',
      (net: Network, name: string) => net.bucket.objects.set(name, new Uint8Array([1, 2, 3])),
      (name: string) => name,
    ],
  ])('a %s object is named, and the rows in use stay', async (_, damage, named) => {
    await withNetwork({}, async (net) => {
      await net.followTo(MIDDLE);
      const before = await copyOf(net, false);
      const name = objects(net).toSorted()[1] ?? '';
      damage(net, name);
      await start(net);
      await net.rederive(undefined, noNode);
      const { lastError, doneAt } = await getRecord(net);
      expect([doneAt, lastError]).toEqual([undefined, expect.stringMatching(named(name))]);
      expect(await copyOf(net, false)).toEqual(before);
      // The node still has the block.
      await net.rederive();
      expect((await getRecord(net)).doneAt).toEqual(expect.any(Number));
      expect(await copyOf(net, true)).toEqual(before);
      await request(net, 'drop');
      await net.rederive(undefined, noNode);
      await start(net);
      await net.rederive(undefined, noNode);
      expect(await copyOf(net, true)).toEqual(before);
    });
  });

  test('blocks that an earlier version indexed are read from the node once', async () => {
    await withNetwork({}, async (net) => {
      await net.followTo(MIDDLE);
      for (const name of objects(net)) net.bucket.objects.delete(name);
      const kept = (await net.rows()).find(({ pk, sk }) => String(pk).startsWith('pm#') && sk === 'kept');
      await net.plain.write([{ delete: kept as Item }]);
      await net.followTo(net.recorded.last);
      await start(net);
      await net.rederive();
      expect((await getRecord(net)).doneAt).toEqual(expect.any(Number));
      expect(await copyOf(net, true)).toEqual(await expected());
      await request(net, 'drop');
      await net.rederive(undefined, noNode);
      await start(net);
      await net.rederive(undefined, noNode);
      expect(await copyOf(net, true)).toEqual(await expected());
    });
  });
});

test('a network that starts at the state of a node is derived again from its seed', async () => {
  await withNetwork({ start: 'head', oldDurango: true }, async (net) => {
    await net.followTo(MIDDLE);
    await net.followTo(net.recorded.last);
    const before = await copyOf(net, false);
    await start(net);
    await net.rederive(undefined, noNode);
    expect(await copyOf(net, true)).toEqual(before);
    await request(net, 'compare');
    await net.rederive(undefined, noNode);
    const { rows, blocks } = (await getRecord(net)).found;
    expect(blocks).toEqual([]);
    expect(Object.values(rows).reduce((sum, { same }) => sum + same, 0)).toBe(before.length);
    await request(net, 'drop');
    await net.rederive(undefined, noNode);
    expect(await copyOf(net, true)).toEqual([]);
  });
});

test('a state that was lost in one copy is not taken for one of the other, nor for one derived anew', async () => {
  const AT = 60;
  let isOld = true;
  const alter = (raw: RawPBlock): RawPBlock =>
    isOld && raw.number === AT
      ? {
          ...raw,
          block: { id: raw.block.id, type: 'Unreadable', reason: 'unknown type', size: 300 },
          unreadable: { txIds: [] },
        }
      : raw;
  await withNetwork({ alter }, async (net) => {
    await net.followTo(MIDDLE);
    const reader = networkReader(net.table);
    expect(await reader.divergedAt(NETWORK, undefined)).toBe(AT);
    isOld = false;
    // Once more in the same session.
    const rederive = net.rederiving(noNode);
    for (let n = 0; n < 2; n++) {
      await start(net);
      await rederive();
      expect(await reader.divergedAt(NETWORK, WHOLE_NETWORK)).toBeUndefined();
      if (n === 0) {
        await request(net, 'drop');
        await rederive();
      }
    }
    await request(net, 'compare');
    await rederive();
    await request(net, 'switch');
    await rederive();
    await net.followTo(net.recorded.last);
    expect(await copyOf(net, true)).toEqual(await expected());
  });
});

test('a request that was decided on an older progress is refused', async () => {
  await withNetwork({}, async (net) => {
    await net.followTo(net.recorded.last);
    await start(net);
    const old = await getRecord(net);
    await net.rederive(undefined, noNode);
    expect(await requestNetworkWork(net.plain, CHAIN, old, { work: 'drop', now: 1 })).toBe(false);
    await request(net, 'drop');
    await net.rederive(undefined, noNode);
    expect(await copyOf(net, true)).toEqual([]);
  });
});

test('a long replay ends soon after it should stop, and goes on from its last state', async () => {
  let reads = 0;
  const bucket = (call: string, key: string) => {
    if (call === 'GetObjectCommand' && key.startsWith('raw/')) reads += 1;
  };
  await withNetwork({ bucket }, async (net) => {
    await net.followTo(MIDDLE);
    await start(net);
    await net.rederive(undefined, noNode);
    await net.followTo(net.recorded.last);
    for (const key of [...net.bucket.objects.keys()])
      if (/^states\/.*\/2\/[01]$/.test(key)) net.bucket.objects.delete(key);
    await request(net, 'compare');
    reads = 0;
    let looks = 0;
    await net.rederive(() => {
      looks += 1;
      return looks > 2;
    }, noNode);
    expect(reads).toBeLessThan(12);
    await untilDone(net);
    expect(await copyOf(net, true)).toEqual(await expected());
  });
});

test('a switch waits for the block in progress, whose rows are in one copy', async () => {
  await withNetwork({}, async (net) => {
    await net.followTo(MIDDLE);
    await start(net);
    await net.rederive(undefined, noNode);
    await request(net, 'compare');
    await net.rederive(undefined, noNode);
    await request(net, 'switch');
    const cursor = cursorKey(CHAIN);
    await net.plain.update(cursor, { set: { [CURSOR.pendingKind]: 'i' } });
    let looks = 0;
    await net.rederive(() => {
      looks += 1;
      return looks > 20;
    }, noNode);
    expect((await getCursor(net.plain, CHAIN))?.second).toBeUndefined();
    await net.plain.update(cursor, { set: { [CURSOR.pendingKind]: undefined } });
    await net.rederive(undefined, noNode);
    expect((await getCursor(net.plain, CHAIN))?.second).toEqual(WHOLE_NETWORK);
    // The write itself requires it, as a block may begin after the cursor was read.
    const [record, at] = [await getRecord(net), await getCursor(net.plain, CHAIN)];
    if (!at) throw new Error('no cursor');
    await net.plain.update(cursor, { set: { [CURSOR.pendingKind]: 'i' } });
    expect(await switchCopies(net.plain, CHAIN, at, { before: record, after: record })).toBe(false);
    await net.plain.update(cursor, { set: { [CURSOR.pendingKind]: undefined, [CURSOR.number]: at.number + 1 } });
    expect(await switchCopies(net.plain, CHAIN, at, { before: record, after: record })).toBe(false);
  });
});

test('comparing twice counts each row once', async () => {
  await withNetwork({}, async (net) => {
    await net.followTo(MIDDLE);
    await start(net);
    const counts: number[] = [];
    await net.rederive(undefined, noNode);
    for (let n = 0; n < 2; n++) {
      await request(net, 'compare');
      await net.rederive(undefined, noNode);
      counts.push(Object.values((await getRecord(net)).found.rows).reduce((sum, { same }) => sum + same, 0));
    }
    const rows = (await copyOf(net, false)).length;
    expect(counts).toEqual([rows, rows]);
  });
});

/** Replaces an object of the bucket by another version of its content. */
function rewrite<T>({ bucket }: Network, from: string, to: string, change: (content: T) => T) {
  const content = fromExactJson<T>(decompressedText(bucket.objects.get(from) ?? new Uint8Array()));
  bucket.objects.set(to, compressed(to, exactJson(change(content))).Body);
}

test('states of an earlier derivation are not used, whenever it is ended', async () => {
  await withNetwork({}, async (net) => {
    const HEIGHT = 90;
    await net.followTo(HEIGHT);
    const state = [...net.bucket.metadata].find(([, one]) => one?.height === String(HEIGHT));
    if (!state) throw new Error('no state is stored');
    for (const place of [0, 1]) {
      const name = `states/${CHAIN}/2/${place}`;
      rewrite<PChainState>(net, state[0], name, (one) => ({ ...one, supply: one.supply + 1n }));
      net.bucket.metadata.set(name, state[1]);
    }
    await net.followTo(net.recorded.last);
    await start(net);
    await untilDone(net, true);
    expect(await copyOf(net, true)).toEqual(await expected());
  });
});

test('a derivation whose replay failed is not the start of the next one in the same session', async () => {
  await withNetwork({}, async (net) => {
    await net.followTo(net.recorded.last);
    const [name = ''] = [...net.bucket.objects.keys()].filter((key) => key.includes('/genesis-'));
    const right = net.bucket.objects.get(name) ?? new Uint8Array();
    rewrite<{ genesis: object }>(net, name, name, (one) => ({ ...one, genesis: { ...one.genesis, validators: [] } }));
    const rederive = net.rederiving(noNode);
    const lost = () => networkReader(net.plain).divergedAt(NETWORK, WHOLE_NETWORK);
    await start(net);
    await rederive();
    expect(await lost()).toEqual(expect.any(Number));
    net.bucket.objects.set(name, right);
    await request(net, 'drop');
    await rederive();
    await start(net);
    await rederive();
    expect(await lost()).toBeUndefined();
    expect(await copyOf(net, true)).toEqual(await expected());
  });
});

test('a drop passes the blocks below a seed in one step', async () => {
  const positions: number[] = [];
  const table: Gate = (call, when, input) => {
    if (call !== 'UpdateItem' || when !== 'before') return;
    const [, position] =
      /"work":"drop".*"position":(\d+)/.exec(Object.values(input.ExpressionAttributeValues ?? {}).join()) ?? [];
    if (position) positions.push(Number(position));
  };
  await withNetwork({ start: 'head', oldDurango: true, table }, async (net) => {
    await net.followTo(MIDDLE);
    await net.followTo(net.recorded.last);
    await start(net);
    await net.rederive(undefined, noNode);
    await request(net, 'drop');
    await net.rederive(undefined, noNode);
    expect(positions.find((position) => position > 0)).toBe(MIDDLE);
    expect(await copyOf(net, true)).toEqual([]);
  });
});
