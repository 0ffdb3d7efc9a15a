import { readFileSync } from 'node:fs';
import { handler } from '../../../lambdas/app/api/export-transactions';
import type { PChain } from '../../../lambdas/core/contract/pchain-config';
import { CreateExportRequest } from '../../../lambdas/exports/contract/schemas';
import { PUBLIC_NETWORKS } from '../../../lambdas/pchain/domain/networks';
import { networkWriter } from '../../../lambdas/pchain/rows/network';
import { call } from '../../support/endpoints/call';
import { type AllDeps, depsWith } from '../../support/endpoints/deps';
import { getStranger, STRANGER } from '../../support/endpoints/p-chain-addresses';
import { PRO } from '../../support/endpoints/webhooks';
import { exportDeps, exportedNetwork, primaryBody, TYPES } from '../../support/exports/primary';
import { aPChain } from '../../support/make/p-chain';
import { muteLog } from '../../support/mute-log';
import { addressText } from '../../support/pchain/address';
import { CHAIN, NETWORK } from '../../support/pchain/indexed';
import { RECORDINGS } from '../../support/pchain/recorded';
import { memoryTable } from '../../support/tables/memory';

muteLog();

const [, PATH] = RECORDINGS;
const MAINNET = 'avax1h2ccj9f5ay5acl6tyn9mwmw32p8wref8vl8ctg';
const DIGITS = `0x${'5d'.repeat(20)}`;
const P_CHAIN_ID = '11111111111111111111111111111111LpoYY';

const post = (deps: AllDeps, body: unknown) =>
  call(handler, deps, { body, caller: PRO, headers: { 'content-type': 'application/json' } });
const body = (more: object = {}, options: object = {}) => ({
  ...primaryBody('ledger', [STRANGER], more),
  options: { addresses: [STRANGER], includeChains: ['p-chain'], ...options },
});

describe('exportTransactions for the primary network', () => {
  test.each(Object.values(TYPES))('an export of type %s is created, pinned to the last block', async (type) => {
    const { deps, last } = await exportedNetwork(PATH);
    const asked = { ...body({ compression: 'gzip', firstDate: '2026-11-23', lastDate: '2026-11-24' }), type };
    const { status, body: answer } = await post(deps, asked);
    expect([status, answer]).toEqual([
      201,
      expect.objectContaining({ operationType: type, operationStatus: 'RUNNING', message: expect.any(String) }),
    ]);
    const stored = await deps.Operation.find({ owner: PRO.ownerId, operationId: String(answer.operationId) });
    const time = (await deps.PBlock.byNumber(NETWORK, last))?.time;
    expect(stored).toMatchObject({
      type,
      request: {
        ...{ kind: 'primary network', network: NETWORK, addresses: [DIGITS], to: last, toTime: time },
        ...{ firstDay: 20_780, lastDay: 20_781, gzip: true, maxRows: 5_000_000 },
      },
    });
  });
  test('addresses are deduplicated with or without P-, and network names and the P-Chain ID are accepted', async () => {
    const { deps } = await exportedNetwork(PATH);
    const addresses = [STRANGER, `P-${STRANGER}`, `P-${getStranger(1)}`];
    const options = { addresses, includeChains: [P_CHAIN_ID, 'p-chain'], cChainEvmAddresses: [] };
    const { status, body: answer } = await post(deps, body({ network: NETWORK }, options));
    const stored = await deps.Operation.find({ owner: PRO.ownerId, operationId: String(answer.operationId) });
    expect([status, stored?.request.addresses]).toEqual([201, [DIGITS, `0x${'01'.repeat(20)}`]]);
  });

  test('the example request in the guide is valid', () => {
    const [, shown = ''] = /```json\n(.*?)```/s.exec(readFileSync('docs/guides/exports.md', 'utf8')) ?? [];
    const { options, ...rest } = CreateExportRequest.parse(JSON.parse(shown));
    expect(rest).toEqual({ type: TYPES.simple, firstDate: '2026-01-01' });
    expect(options).toEqual({ addresses: [`P-${MAINNET}`], includeChains: ['p-chain'] });
  });

  /** A deployment with these P-Chains. The nodes of the `known` ones have reported addresses that start with custom1. */
  async function deployment(pChains: readonly PChain[], known: readonly string[] = []) {
    const { table } = memoryTable();
    const facts = { ...PUBLIC_NETWORKS.fuji, hrp: 'custom', firstHead: 0 };
    for (const network of known) await networkWriter(table).facts(network, { ...(await someFacts()), ...facts });
    return exportDeps((await depsWith({ table, chains: [], pChains })).deps);
  }
  async function someFacts() {
    const { deps } = await exportedNetwork(PATH);
    const facts = await deps.PNetwork.facts(NETWORK);
    if (!facts) throw new Error('the recorded network has no facts');
    return facts;
  }
  const indexed = (network: string) => aPChain(network, { index: true });

  test.each<
    [why: string, pChains: readonly PChain[], known: readonly string[], sent: object, status: number, message: string]
  >([
    [
      'a network that is not configured',
      [indexed('mainnet')],
      [],
      body({ network: 'other' }),
      400,
      'network: other is not configured on this deployment, which has: mainnet',
    ],
    [
      'a network without an index',
      [aPChain('mainnet'), indexed('fuji')],
      [],
      body({ network: 'mainnet' }, { addresses: [MAINNET] }),
      400,
      'network: the P-Chain of mainnet is not indexed on this deployment',
    ],
    [
      'addresses of a network without an index',
      [aPChain('mainnet'), indexed('fuji')],
      [],
      body({}, { addresses: [MAINNET] }),
      400,
      `options.addresses: ${MAINNET} does not belong to an indexed network; indexed: fuji (fuji1…)`,
    ],
    [
      'a deployment without indexed networks',
      [aPChain('mainnet')],
      [],
      body({}, { addresses: [MAINNET] }),
      400,
      `options.addresses: ${MAINNET} does not belong to an indexed network; indexed: none`,
    ],
    [
      'addresses that several networks may have',
      [indexed('one'), indexed('mainnet'), indexed('two')],
      ['one', 'two'],
      body(),
      400,
      'network: is required: addresses starting with custom1 may belong to one or two',
    ],
    [
      'a network that is not indexed yet',
      [indexed('mainnet')],
      [],
      body({}, { addresses: [MAINNET] }),
      503,
      'the P-Chain of mainnet is not indexed yet; try again',
    ],
    [
      'addresses of a network with an unreached node',
      [indexed('mainnet'), indexed('one')],
      [],
      body(),
      503,
      'the P-Chain of one is not indexed yet; try again',
    ],
    [
      'a named network that is not indexed yet',
      [indexed('fuji')],
      [],
      body({ network: 'testnet' }),
      503,
      'the P-Chain of fuji is not indexed yet; try again',
    ],
    [
      'a network without indexed blocks',
      [indexed('one')],
      ['one'],
      body(),
      503,
      'the P-Chain of one is not indexed yet; try again',
    ],
  ])('an export is rejected for %s', async (_, pChains, known, sent, status, message) => {
    const deps = await deployment(pChains, known);
    const answer = await post(deps, sent);
    expect([answer.status, answer.body.message]).toEqual([status, message]);
  });

  const notIndexed = (chain: string) =>
    `options.includeChains: ${chain} is not indexed on this deployment: only the P-Chain of a primary network is`;
  const bad = 'must be a P-Chain address in bech32, with or without P-';
  test.each<[why: string, sent: unknown, message: string]>([
    ['no addresses', body({}, { addresses: [] }), 'options.addresses: must have at least one P-Chain address'],
    [
      'absent addresses',
      { type: TYPES.ledger, options: { includeChains: ['p-chain'] } },
      'options.addresses: must have at least one P-Chain address',
    ],
    ['a malformed address', body({}, { addresses: [STRANGER, '0x12'] }), `options.addresses.1: ${bad}`],
    ['an X-Chain address', body({}, { addresses: [`X-${STRANGER}`] }), `options.addresses.0: ${bad}`],
    [
      'a bad checksum',
      body({}, { addresses: [STRANGER, `P-${STRANGER.slice(0, -1)}${STRANGER.endsWith('q') ? 'p' : 'q'}`] }),
      `options.addresses.1: invalid address P-${STRANGER.slice(0, -1)}${STRANGER.endsWith('q') ? 'p' : 'q'} (bad checksum)`,
    ],
    [
      'addresses of two networks',
      body({}, { addresses: [STRANGER, MAINNET] }),
      `options.addresses.1: ${MAINNET} must belong to the same network as ${STRANGER}`,
    ],
    [
      'an address of a network other than the named one',
      body({ network: NETWORK }, { addresses: [MAINNET] }),
      `options.addresses: ${MAINNET} belongs to another network: addresses of this one start with custom1`,
    ],
    [
      'an address of a network that is not indexed',
      body({}, { addresses: [addressText(DIGITS, 'local')] }),
      `options.addresses: ${addressText(DIGITS, 'local')} does not belong to an indexed network; indexed: recorded (custom1…)`,
    ],
    [
      '51 addresses',
      body({}, { addresses: Array.from({ length: 51 }, (_, n) => getStranger(n)) }),
      'options.addresses: must have at most 50 addresses',
    ],
    ['the X-Chain', body({}, { includeChains: ['p-chain', 'x-chain'] }), notIndexed('x-chain')],
    ['the C-Chain', body({}, { includeChains: ['c-chain'] }), notIndexed('c-chain')],
    ['an unknown chain', body({}, { includeChains: ['43114'] }), notIndexed('43114')],
    ['no chain', body({}, { includeChains: [] }), 'options.includeChains: must have at least one chain: p-chain'],
    [
      'C-Chain addresses',
      body({}, { cChainEvmAddresses: ['0x71C7656EC7ab88b098defB751B7401B5f6d8976F'] }),
      'options.cChainEvmAddresses: must be absent or empty; use the type TRANSACTION_EXPORT_EVM for C-Chain activity',
    ],
    [
      'a malformed network',
      body({ network: 'A!' }),
      'network: must be mainnet, fuji, testnet or the name of a configured network',
    ],
    ['an impossible date', body({ firstDate: '2026-02-30' }), 'firstDate: 2026-02-30 is not a valid date'],
    ['no options', { type: TYPES.simple }, 'options: must have addresses and includeChains'],
    ['an unknown field', body({ colour: 'red' }), 'colour: unknown'],
    ['an unknown option', body({}, { colour: 'red' }), 'options.colour: unknown'],
  ])('a request with %s gets 400 naming the field', async (_, sent, message) => {
    const { deps } = await exportedNetwork(PATH);
    const { status, body: answer } = await post(deps, sent);
    expect([status, answer]).toEqual([400, { message, statusCode: 400, error: 'Bad Request' }]);
  });
  test('exporting from an index that starts above block 0 gets 400', async () => {
    const { deps, cursors } = await exportedNetwork(PATH);
    const cursor = cursors.get(CHAIN);
    if (!cursor) throw new Error('the network has no cursor');
    cursors.set(CHAIN, { ...cursor, start: 7 });
    const { status, body: answer } = await post(deps, body());
    cursors.set(CHAIN, cursor);
    expect([status, answer.message]).toEqual([
      400,
      'options.includeChains: exports need all blocks, but the P-Chain of recorded is indexed from block 7',
    ]);
  });
  test('a network with a reached node but no indexed block gets 503', async () => {
    const { deps, cursors } = await exportedNetwork(PATH);
    cursors.delete(CHAIN);
    const { status, body: answer } = await post(deps, body());
    expect([status, answer.message]).toEqual([503, 'the P-Chain of recorded is not indexed yet; try again']);
  });
});
