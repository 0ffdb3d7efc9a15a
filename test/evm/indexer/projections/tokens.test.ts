import { keccak256, toHex } from 'viem/utils';
import type { AtHead } from '../../../../lambdas/chain/kind';
import { derive } from '../../../../lambdas/evm/domain/derive';
import type { RawBlock } from '../../../../lambdas/evm/domain/rpc';
import { tokens } from '../../../../lambdas/evm/indexer/projections/tokens';
import { TOKEN, tokenKey } from '../../../../lambdas/evm/tokens/rows/token-item';
import { headOver } from '../../../support/follower/evm';
import { aChain, address, aRawBlock, type Sent, type SentLog } from '../../../support/make/blocks';
import { aTransfer, aWrap } from '../../../support/make/logs';
import { memoryTable } from '../../../support/tables/memory';

const [WRAPPED, COIN] = [20, 30];
const wrap = aWrap({ token: WRAPPED, holder: 1 });
const getTransfer = (token: number): SentLog => aTransfer({ kind: 'erc20', token, from: 1, to: 2 });

/** A projection with its own clock that records the tokens it queues. */
function announcing(mode: 'head' | 'history' = 'head', refreshSeconds = 3_600) {
  let lookups = 0;
  const { table } = memoryTable((call, when) => {
    if (call === 'BatchGetItem' && when === 'before') lookups++;
  });
  const queued: unknown[] = [];
  const tokenQueue = { send: async (messages: readonly unknown[]) => void queued.push(...messages) };
  let now = 1_700_000_000_000;
  const chain = aChain({ tokenRefreshSeconds: refreshSeconds });
  const begin = () => tokens(table, chain, tokenQueue, { now: () => now, steady: () => now });
  let session = begin();
  let number = 0;
  const index = async (sent: Sent[], standards?: RawBlock['standards']): Promise<unknown[]> => {
    queued.length = 0;
    const raw = aRawBlock(++number, sent);
    const on = { ...headOver(table), mode } as AtHead;
    await (await session.summarize([derive({ ...raw, ...(standards ? { standards } : {}) }, 0)], on)).announce?.();
    return [...queued];
  };
  return {
    /** The messages that the next block with these logs queues. */
    after: (...logs: SentLog[]) => index([{ from: 1, to: 2, logs }]),
    index,
    /** The address that the next block's first transaction creates. */
    nextContract: () => 9_000_000 + (number + 1) * 1_000,
    wait(seconds: number): void {
      now += seconds * 1_000;
    },
    restart(): void {
      session = begin();
    },
    /** As the worker does, unless a field is overridden. */
    read: (token: number, ercType: string, fields: Record<string, unknown> = {}) =>
      table.update(tokenKey('31337', address(token)), {
        set: {
          ...{ [TOKEN.ercType]: ercType, [TOKEN.name]: 'Coin', [TOKEN.symbol]: 'CN', [TOKEN.decimals]: 6 },
          ...{ [TOKEN.readAt]: Math.floor(now / 1_000), ...fields },
        },
      }),
    lookups: () => lookups,
  };
}
const message = (token: number, kind?: string) => ({
  chainId: '31337',
  token: address(token),
  ...(kind ? { kind } : {}),
});
const refresh = (token: number, kind?: string) => ({ ...message(token, kind), again: 'refresh' });

describe('a token without a record', () => {
  test('a token without a record is queued once a session, with the standard of its transfers', async () => {
    const { after } = announcing();
    expect(await after(getTransfer(COIN), getTransfer(COIN))).toEqual([message(COIN, 'erc20')]);
    expect(await after(getTransfer(COIN))).toEqual([]);
  });

  test('a wrap queues its contract without a standard, as it may not be a token', async () => {
    const { after } = announcing();
    expect(await after(wrap)).toEqual([message(WRAPPED)]);
    expect(await after(wrap)).toEqual([]);
    expect(await after(getTransfer(WRAPPED))).toEqual([message(WRAPPED, 'erc20')]);
    expect(await after(wrap, getTransfer(WRAPPED))).toEqual([]);
  });

  test('a token that transfers and wraps in one block is queued with the standard of its transfers', async () => {
    expect(await announcing().after(getTransfer(WRAPPED), wrap)).toEqual([message(WRAPPED, 'erc20')]);
  });

  test.each([
    ['ERC-20', []],
    ['UNKNOWN', [message(WRAPPED, 'erc20')]],
  ])('a token that was read is queued again only if it is UNKNOWN and transfers: %s', async (ercType, queued) => {
    const { after, read } = announcing();
    await read(WRAPPED, ercType);
    expect(await after(wrap)).toEqual([]);
    expect(await after(getTransfer(WRAPPED))).toEqual(queued);
  });
});

describe('a token with a record at the head', () => {
  test('a token is read again once per refresh interval', async () => {
    const { after, read, wait } = announcing('head', 600);
    await read(COIN, 'ERC-20');
    expect(await after(getTransfer(COIN))).toEqual([]);
    wait(599);
    expect(await after(getTransfer(COIN))).toEqual([]);
    wait(1);
    expect(await after(getTransfer(COIN))).toEqual([refresh(COIN, 'erc20')]);
    expect(await after(getTransfer(COIN))).toEqual([]);
    await read(COIN, 'ERC-20');
    wait(60);
    expect(await after(getTransfer(COIN))).toEqual([]);
    wait(540);
    expect(await after(getTransfer(COIN))).toEqual([refresh(COIN, 'erc20')]);
  });

  test('a token that moves often is looked up once per interval', async () => {
    const { after, read, wait, lookups } = announcing('head', 600);
    await read(COIN, 'ERC-20');
    await after(getTransfer(COIN));
    for (let i = 0; i < 50; i++) {
      wait(10);
      await after(getTransfer(COIN));
    }
    expect(lookups()).toBe(1);
  });

  test('a token is queued again a minute later if it has not been read by then', async () => {
    const { after, read, wait } = announcing();
    await read(COIN, 'ERC-20', { [TOKEN.readAt]: undefined });
    expect(await after(getTransfer(COIN))).toEqual([refresh(COIN, 'erc20')]);
    wait(59);
    expect(await after(getTransfer(COIN))).toEqual([]);
    wait(1);
    expect(await after(getTransfer(COIN))).toEqual([refresh(COIN, 'erc20')]);
  });

  test.each([
    ['a name', { [TOKEN.name]: undefined }],
    ['a symbol', { [TOKEN.symbol]: undefined }],
    ['decimals', { [TOKEN.decimals]: undefined }],
  ])('a token without %s is read again when it moves, at growing intervals', async (_, lacks) => {
    const { after, read, wait } = announcing();
    await read(COIN, 'ERC-20', lacks);
    expect(await after(getTransfer(COIN))).toHaveLength(1);
    for (const [misses, seconds] of [60, 300, 3_600].entries()) {
      await read(COIN, 'ERC-20', { ...lacks, [TOKEN.misses]: misses + 1 });
      wait(Math.max(60, seconds - 1));
      const expected = seconds === 60 ? [refresh(COIN, 'erc20')] : [];
      expect(await after(getTransfer(COIN))).toEqual(expected);
      wait(1);
      if (seconds !== 60) expect(await after(getTransfer(COIN))).toEqual([refresh(COIN, 'erc20')]);
    }
  });

  test('a token that moves like one of another standard is read again at once', async () => {
    const { after, read } = announcing();
    await read(COIN, 'ERC-20');
    expect(await after(getTransfer(COIN))).toEqual([]);
    const card = aTransfer({ kind: 'erc721', token: COIN, from: 1, to: 2 });
    expect(await after(card)).toEqual([refresh(COIN, 'erc721')]);
    expect(await after(card)).toEqual([]);
  });

  test.each(['ContractURIUpdated()', 'Upgraded(address)', 'BeaconUpgraded(address)'])(
    'a token is read again at once after %s, but a contract without a record is not',
    async (event) => {
      const { after, read } = announcing();
      const announcement = (token: number) => ({
        ...{ address: address(token), topics: [keccak256(toHex(event))], data: '0x' },
      });
      await read(COIN, 'ERC-20');
      await after(getTransfer(COIN));
      expect(await after(announcement(COIN), announcement(WRAPPED))).toEqual([refresh(COIN)]);
      expect(await after(announcement(COIN), getTransfer(COIN))).toEqual([refresh(COIN, 'erc20')]);
    },
  );

  test('a token is replaced when a contract is deployed at its address', async () => {
    const { index, read, nextContract } = announcing();
    const contract = nextContract();
    await read(contract, 'ERC-20');
    expect(await index([{ from: 1 }])).toEqual([{ ...message(contract), again: 'replace' }]);
    expect(await index([{ from: 1 }])).toEqual([]);
  });

  test('a queued token carries the standard that its contract states', async () => {
    const { index, restart } = announcing();
    const sent = [{ from: 1, to: 2, logs: [getTransfer(COIN)] }];
    const queued = await index(sent, { [address(COIN)]: 'erc721' });
    expect(queued).toEqual([{ ...message(COIN, 'erc721'), standard: 'erc721' }]);
    restart();
    expect(await index(sent, { [address(COIN)]: 'as-logged' })).toEqual([
      { ...message(COIN, 'erc20'), standard: 'as-logged' },
    ]);
  });
});

test.each(['head', 'history'] as const)(
  'a complete record without the stated standard is read again once (%s)',
  async (mode) => {
    const { index, read, restart } = announcing(mode);
    const sent = [{ from: 1, to: 2, logs: [getTransfer(COIN)] }];
    await read(COIN, 'ERC-20');
    expect(await index(sent)).toEqual([]);
    const stated = { [address(COIN)]: 'as-logged' } as const;
    expect(await index(sent, stated)).toEqual([{ ...refresh(COIN, 'erc20'), standard: 'as-logged' }]);
    await read(COIN, 'ERC-20', { [TOKEN.standard]: 'as-logged' });
    expect(await index(sent)).toEqual([]);
    restart();
    expect(await index(sent, stated)).toEqual([]);
  },
);

test('history does not refresh a token for its age or an upgrade', async () => {
  const { after, index, read, wait, nextContract } = announcing('history');
  await read(COIN, 'ERC-20', { [TOKEN.name]: undefined, [TOKEN.readAt]: 1 });
  expect(await after(getTransfer(COIN), getTransfer(40))).toEqual([message(40, 'erc20')]);
  wait(100_000);
  const upgraded = { address: address(COIN), topics: [keccak256(toHex('Upgraded(address)'))], data: '0x' };
  expect(await after(upgraded, getTransfer(COIN), getTransfer(40))).toEqual([]);
  await read(nextContract(), 'ERC-20');
  expect(await index([{ from: 1 }])).toEqual([]);
});
