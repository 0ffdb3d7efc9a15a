import { getAddress } from 'viem/utils';
import { toCb58 } from '../../../lambdas/core/domain/cb58';
import type { TeleporterEvent } from '../../../lambdas/evm/teleporter/domain/events';
import { BLOCKCHAIN, blockchainIdKey } from '../../../lambdas/evm/teleporter/rows/items';
import { TOKEN, tokenKey } from '../../../lambdas/evm/tokens/rows/token-item';
import { aChain, address, hash } from '../make/blocks';
import { NO_CONTENTS } from '../make/teleporter';
import { DESTINATION, getLife, type Life, SOURCE, type Step } from '../make/teleporter-lives';
import { memoryTable } from '../tables/memory';
import { teleporterIndexer } from '../tables/teleporter-world';
import { type Asked, call, type Handler } from './call';
import { type AllDeps, depsWith } from './deps';
import { badQuery, hidesItsCause, PAGING, PATH, refuses } from './refusals';
import { readPages } from './transactions';

const [HERE, THERE] = [SOURCE, DESTINATION].map(({ blockchainId }) => toCb58(blockchainId)) as [string, string];
/** The source has its blockchain id in the configuration; the destination does not. */
const chains = [
  aChain({ chainId: SOURCE.chainId, blockchainId: HERE }),
  aChain({ chainId: DESTINATION.chainId, network: 'testnet' }),
];

/** A testnet message has chains that are not configured. */
export function messageLife(nonce: number, from: number, to: number, network: 'mainnet' | 'testnet' = 'mainnet'): Life {
  const made = getLife({
    ...NO_CONTENTS,
    nonce: String(nonce),
    from: address(from),
    to: address(to),
    data: '0xabcdef',
  });
  const at = (event: TeleporterEvent) => ({ ...event, network, time: 1_700_000_000 + nonce * 10 });
  return Object.fromEntries(Object.entries(made).map(([step, event]) => [step, at(event)])) as unknown as Life;
}
const checksummed = (n: number): string => getAddress(address(n));
const toId = ({ send }: Life): string => send.messageId.slice(2);

async function getDeps(lives: readonly (readonly [Life, ...Step[]])[], options: Parameters<typeof depsWith>[0] = {}) {
  const { table } = memoryTable();
  await teleporterIndexer(table).add(lives.flatMap(([own, ...steps]) => steps.map((step) => own[step])));
  return depsWith({ chains, table, ...options });
}

const MESSAGES = (body: Record<string, unknown>) => body.messages as Record<string, unknown>[];
const idsIn = (body: Record<string, unknown>) => MESSAGES(body).map(({ messageId }) => messageId);
const zero = `0x${'0'.repeat(40)}`;

/** Shown in every state of the first life. */
const [FIRST] = [messageLife(1, 0xa1, 0xb1)];
const SHOWN = {
  messageId: toId(FIRST),
  teleporterContractAddress: '0x253b2784c75e510dD0fF1da844684a1aC0aa5fcf',
  icmContractAddress: '0x253b2784c75e510dD0fF1da844684a1aC0aa5fcf',
  sourceBlockchainId: HERE,
  destinationBlockchainId: THERE,
  sourceEvmChainId: '1001',
  destinationEvmChainId: '',
  messageNonce: '1',
  from: checksummed(0xa1),
  to: checksummed(0xb1),
  data: 'abcdef',
  messageExecuted: false,
  receipts: [{ receivedMessageNonce: '5', relayerRewardAddress: checksummed(0xa2) }],
  receiptDelivered: false,
};
const SENT = { txHash: hash(7_000), timestamp: 1_700_000_010, gasSpent: '100000' };
const RECEIVED = {
  ...{ txHash: hash(7_004), timestamp: 1_700_000_010, gasSpent: '100004' },
  rewardRedeemer: checksummed(0xee),
  delivererAddress: checksummed(0xde),
};
const UNREAD = { name: '', symbol: '', decimals: 0, decimalsMissing: true };
const reward = (value: string, token: object = UNREAD) => ({
  ...{ address: checksummed(0xfe), ercType: 'ERC-20' },
  ...token,
  value,
});

export function getsAMessage(handler: Handler<AllDeps>): void {
  const good = { params: { messageId: toId(FIRST) } };
  const get = async (steps: readonly Step[], asked: Asked = good) =>
    call(handler, (await getDeps([[FIRST, ...steps]])).deps, asked);

  test('200: a pending message is found by its ID with or without 0x, in any case', async () => {
    const wanted = { ...SHOWN, rewardDetails: reward('10'), sourceTransaction: SENT, status: 'pending' };
    for (const messageId of [toId(FIRST), `0x${toId(FIRST)}`, toId(FIRST).toUpperCase()]) {
      const { status, body } = await get(['send'], { params: { messageId } });
      expect([status, body]).toEqual([200, wanted]);
    }
  });
  test('200: a delivered message shows its execution, receipt and raised reward', async () => {
    const { body } = await get(['send', 'add', 'receive', 'execute', 'receipt']);
    expect(body).toEqual({
      ...{ ...SHOWN, messageExecuted: true, receiptDelivered: true, destinationEvmChainId: '1002' },
      ...{ rewardDetails: reward('25'), status: 'delivered' },
      ...{ sourceTransaction: SENT, destinationTransaction: RECEIVED },
    });
  });
  test('200: a delivered message without an indexed source has an empty reward', async () => {
    const { body } = await get(['receive']);
    expect(body).toEqual({
      ...{ ...SHOWN, destinationEvmChainId: '1002', rewardDetails: reward('0', { ...UNREAD, address: zero }) },
      ...{ destinationTransaction: RECEIVED, status: 'delivered_source_not_indexed' },
    });
  });
  test('200: the response has the reward token metadata and the EVM chain ID reported by a node', async () => {
    const { deps, table } = await getDeps([[FIRST, 'send']]);
    await table.write([
      {
        put: {
          ...tokenKey(SOURCE.chainId, address(0xfe)),
          ...{ [TOKEN.ercType]: 'ERC-20', [TOKEN.name]: 'Wrapped AVAX', [TOKEN.symbol]: 'WAVAX', [TOKEN.decimals]: 18 },
        },
      },
      { put: { ...blockchainIdKey(DESTINATION.blockchainId), [BLOCKCHAIN.chainId]: '777' } },
    ]);
    const { body } = await call(handler, deps, good);
    const { rewardDetails, destinationEvmChainId } = body;
    expect([rewardDetails, destinationEvmChainId]).toEqual([
      reward('10', { name: 'Wrapped AVAX', symbol: 'WAVAX', decimals: 18 }),
      '777',
    ]);
  });
  test('404: the error names an unknown message', async () => {
    const { status, body } = await get(['add', 'execute']);
    expect([status, body.message]).toEqual([404, `message ${toId(FIRST)} was not found`]);
  });
  refuses(handler, good, [
    [
      'a malformed message id',
      { params: { messageId: '0x12' } },
      'messageId: must be a message ID: 64 hexadecimal digits',
    ],
  ]);
  hidesItsCause(handler, good);
}

/** Message 3 is from an address to itself, message 6 on a testnet. */
const LIVES = [
  messageLife(1, 1, 2),
  messageLife(2, 2, 1),
  messageLife(3, 1, 1),
  messageLife(4, 3, 4),
  messageLife(5, 1, 2),
  messageLife(6, 1, 4, 'testnet'),
];
const NEWEST_FIRST = LIVES.toReversed();
const everything = () => getDeps(LIVES.map((own) => [own, 'send'] as const));
const idsOfLives = (...nonces: number[]) =>
  NEWEST_FIRST.filter(({ send }) => nonces.includes((send.time - 1_700_000_000) / 10)).map(toId);

function filters(
  handler: Handler<AllDeps>,
  good: Asked,
  cases: readonly (readonly [Record<string, string>, number[]])[],
) {
  test.each(cases)(
    '200: %j returns exactly the matching messages, newest first, paged or at once',
    async (query, nonces) => {
      const { deps } = await everything();
      const { status, body } = await call(handler, deps, { ...good, query });
      expect([status, idsIn(body), body.nextPageToken]).toEqual([200, idsOfLives(...nonces), undefined]);
      for (const pageSize of ['1', '2']) {
        const pages = await readPages(handler, deps, { ...good, query: { ...query, pageSize } });
        expect(pages.flatMap(idsIn)).toEqual(idsOfLives(...nonces));
      }
    },
  );
}

function lists(handler: Handler<AllDeps>, good: Asked): void {
  test('200: messages that arrive between pages neither repeat nor hide others', async () => {
    const { deps, table } = await everything();
    const { body } = await call(handler, deps, { ...good, query: { pageSize: '2' } });
    await teleporterIndexer(table).add([messageLife(7, 1, 1).send]);
    const rest = await readPages(handler, deps, {
      ...good,
      query: { pageSize: '2', pageToken: String(body.nextPageToken) },
    });
    const all = [...idsIn(body), ...rest.flatMap(idsIn)];
    const { deps: before } = await everything();
    expect(all).toEqual((await readPages(handler, before, good)).flatMap(idsIn));
  });
  test('200: a page of long messages ends before the response gets too large', async () => {
    const long = Array.from({ length: 40 }, (_, i) => {
      const own = messageLife(i + 1, 1, 1);
      const send = own.send as Extract<TeleporterEvent, { readonly message: object }>;
      return { ...own, send: { ...send, message: { ...send.message, data: `0x${'ab'.repeat(90_000)}` } } } as Life;
    });
    const { deps } = await getDeps(long.map((own) => [own, 'send'] as const));
    const pages = await readPages(handler, deps, { ...good, query: { pageSize: '100' } });
    expect(pages.map((page) => MESSAGES(page).length)).toEqual([24, 16]);
    expect(pages.flatMap(idsIn)).toEqual(long.toReversed().map(toId));
  });
  test('200: messages that are not readable at first are read again; moved ones are left out', async () => {
    const { deps, table } = await getDeps([
      [messageLife(1, 1, 1), 'receive'],
      [messageLife(2, 1, 1), 'send'],
    ]);
    const moved = { ...messageLife(1, 1, 1).send, time: 1_700_000_001 };
    const late = {
      ...deps.TeleporterMessage,
      along: () => ({ keys: [], read: () => new Map() }),
      async findNow(ids: readonly string[]) {
        await teleporterIndexer(table).add([moved]);
        return deps.TeleporterMessage.findNow(ids);
      },
    };
    const { body } = await call(handler, { ...deps, TeleporterMessage: late }, good);
    expect(idsIn(body)).toEqual([toId(messageLife(2, 1, 1))]);
  });
  hidesItsCause(handler, good);
}

export function listsMessages(handler: Handler<AllDeps>): void {
  lists(handler, {});
  const [one, two, four] = [1, 2, 4].map(address) as [string, string, string];
  filters(handler, {}, [
    [{}, [1, 2, 3, 4, 5, 6]],
    [{ network: 'mainnet' }, [1, 2, 3, 4, 5]],
    [{ network: 'fuji' }, [6]],
    [{ from: one }, [1, 3, 5, 6]],
    [{ to: one }, [2, 3]],
    [{ from: one, to: two }, [1, 5]],
    [{ from: one, to: four, network: 'testnet' }, [6]],
    [{ to: four, network: 'mainnet' }, [4]],
    [{ blockchainId: HERE }, [1, 2, 3, 4, 5, 6]],
    [{ blockchainId: DESTINATION.blockchainId }, [1, 2, 3, 4, 5, 6]],
    [{ sourceBlockchainId: SOURCE.blockchainId.toUpperCase().replace('0X', '0x'), to: two }, [1, 5]],
    [{ sourceBlockchainId: THERE }, []],
    [{ destinationBlockchainId: THERE, from: two }, [2]],
    [{ destinationBlockchainId: HERE }, []],
    [
      { sourceBlockchainId: HERE, destinationBlockchainId: THERE, blockchainId: THERE, network: 'mainnet' },
      [1, 2, 3, 4, 5],
    ],
    [{ from: address(99) }, []],
  ]);
  test('200: a message from a blockchain to itself is listed once', async () => {
    const own = messageLife(1, 1, 2);
    const send = { ...own.send, destinationBlockchainId: SOURCE.blockchainId } as TeleporterEvent;
    const { deps } = await getDeps([[{ ...own, send } as Life, 'send']]);
    const { body } = await call(handler, deps, { query: { blockchainId: HERE } });
    expect(idsIn(body)).toEqual([toId(own)]);
  });
  const id = 'must be a blockchain ID: cb58, or 0x and 64 hexadecimal digits';
  test.each<[string, Record<string, string>, string]>([
    [
      'a wrong checksum',
      { blockchainId: `${HERE.slice(0, -1)}1` },
      'blockchainId: must be a valid blockchain ID (bad CB58 checksum)',
    ],
    [
      'a blockchain that is neither end',
      { blockchainId: hash(5), sourceBlockchainId: HERE, destinationBlockchainId: THERE },
      'blockchainId: must match sourceBlockchainId or destinationBlockchainId',
    ],
    [
      'a blockchain of another network',
      { sourceBlockchainId: HERE, network: 'fuji' },
      'sourceBlockchainId: is a mainnet chain, but network is fuji',
    ],
  ])('400: the error explains %s', async (_, query, message) => {
    const { deps } = await depsWith({ chains });
    const { status, body } = await call(handler, deps, { query });
    expect([status, body.message]).toEqual([400, message]);
  });
  refuses(handler, {}, [
    ...PAGING,
    badQuery('network', 'devnet', 'must be mainnet, fuji or testnet'),
    badQuery('blockchainId', '43114', id),
    badQuery('sourceBlockchainId', '0x12', id),
    badQuery('destinationBlockchainId', 'l0', id),
    badQuery('from', '0x12', 'must be an address: 0x and 40 hexadecimal digits'),
    badQuery('to', 'x', 'must be an address: 0x and 40 hexadecimal digits'),
  ]);
}

export function listsMessagesOfAddress(handler: Handler<AllDeps>): void {
  const of = (n: number) => ({ params: { address: address(n) } });
  lists(handler, of(1));
  filters(handler, of(1), [
    [{}, [1, 2, 3, 5, 6]],
    [{ network: 'mainnet' }, [1, 2, 3, 5]],
    [{ network: 'testnet' }, [6]],
  ]);
  filters(handler, of(4), [[{}, [4, 6]]]);
  test('200: an address without messages has an empty list', async () => {
    const { deps } = await everything();
    const { status, body } = await call(handler, deps, of(99));
    expect([status, body]).toEqual([200, { messages: [] }]);
  });
  refuses(handler, of(1), [...PAGING, PATH.address, badQuery('network', 'devnet', 'must be mainnet, fuji or testnet')]);
}
