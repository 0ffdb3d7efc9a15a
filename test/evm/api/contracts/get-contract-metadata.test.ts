import type { Hex } from 'viem';
import { encodeAbiParameters, parseAbiParameters, toFunctionSelector } from 'viem/utils';
import { getFailure } from '../../../../lambdas/core/node/classify';
import { NodeDown, NodeRefused } from '../../../../lambdas/core/node/errors';
import { handler } from '../../../../lambdas/evm/api/contracts/get-contract-metadata';
import { call } from '../../../support/endpoints/call';
import { depsWith } from '../../../support/endpoints/deps';
import { hidesItsCause, needsIndexedChain, PATH, refuses } from '../../../support/endpoints/refusals';
import { withMutedErrors } from '../../../support/endpoints/with-muted-errors';
import { aCursor, address, aRawBlock, hash } from '../../../support/make/blocks';
import { type Known, knowTokens } from '../../../support/make/known-tokens';

// Address 1 creates a contract in block 1 that moves no token: only its deployment is known.
const MADE = 9_001_000;
const blocks = { 31337: [aRawBlock(1, [{ from: 1 }]), aRawBlock(2, [{ from: 1, to: 2 }])] };
const deployment = { txHash: hash(100_000_100_000), deployerAddress: address(1) };
const ask = (contract: number) => ({ params: { chainId: '31337', address: address(contract) } });

/** A node that answers these calls by signature and reverts all others. */
const contractThat =
  (answers: Record<string, Hex>, code = '0x6001') =>
  async (_: string, method: string, params: readonly unknown[] = []) => {
    if (method === 'eth_getCode') return code;
    const { data } = params[0] as { data: string };
    const asked = Object.keys(answers).find((signature) => data === toFunctionSelector(`function ${signature}`));
    if (asked === undefined) throw getFailure({ code: 3, message: 'execution reverted' });
    return answers[asked];
  };
const text = (value: string) => encodeAbiParameters(parseAbiParameters('string'), [value]);
const number = (value: bigint) => encodeAbiParameters(parseAbiParameters('uint256'), [value]);

describe('getContractMetadata', () => {
  const logoUri = 'https://logo.example/1.png';
  test.each<[string, Omit<Known, 'token'>, object]>([
    [
      'an ERC-20 token',
      { ercType: 'ERC-20', name: 'Dollar', symbol: 'USD', decimals: 6, logoUri },
      { ercType: 'ERC-20', name: 'Dollar', symbol: 'USD', decimals: 6, logoAsset: { imageUri: logoUri } },
    ],
    [
      'an ERC-20 token without decimals',
      { ercType: 'ERC-20' },
      { ercType: 'ERC-20', decimals: 0, decimalsMissing: true },
    ],
    [
      'an ERC-721 collection',
      { ercType: 'ERC-721', name: 'Apes', symbol: 'APE' },
      { ercType: 'ERC-721', name: 'Apes', symbol: 'APE' },
    ],
    [
      'an ERC-1155 collection',
      { ercType: 'ERC-1155', name: 'Items', symbol: 'IT' },
      { ercType: 'ERC-1155', name: 'Items', symbol: 'IT' },
    ],
  ])('200: %s has the shape of its standard, from its record, without a node call', async (_, record, shape) => {
    const { deps, table } = await depsWith({ blocks });
    await knowTokens(table, [
      { token: MADE, ...record },
      { token: 20, ...record },
    ]);
    const made = await call(handler, deps, ask(MADE));
    expect([made.status, made.body]).toEqual([
      200,
      { address: address(MADE), ...shape, deploymentDetails: deployment },
    ]);
    const older = await call(handler, deps, ask(20));
    expect([older.status, older.body]).toEqual([200, { address: address(20), ...shape }]);
  });
  test.each<[string, Record<string, Hex>, object]>([
    [
      'ERC-20 getters make it a token',
      { 'name()': text('Dollar'), 'symbol()': text('USD'), 'decimals()': number(6n), 'totalSupply()': number(1n) },
      { ercType: 'ERC-20', name: 'Dollar', symbol: 'USD', decimals: 6 },
    ],
    [
      'a non-token has only its name',
      { 'name()': text('Router'), 'symbol()': text('R') },
      { ercType: 'UNKNOWN', name: 'Router' },
    ],
    ['its type is unknown without answers', {}, { ercType: 'UNKNOWN' }],
  ])('200: a contract without transfers is read from the node: %s', async (_, answers, shape) => {
    const { deps } = await depsWith({ blocks, node: contractThat(answers) });
    const { status, body } = await call(handler, deps, ask(20));
    expect([status, body]).toEqual([200, { address: address(20), ...shape }]);
  });
  test('200: a contract is read from the node if its record only has the operator’s reputation', async () => {
    const { deps, table } = await depsWith({ blocks, node: contractThat({ 'name()': text('Router') }) });
    await knowTokens(table, [{ token: 20, reputation: 'Malicious' }]);
    expect((await call(handler, deps, ask(20))).body).toEqual({
      address: address(20),
      ercType: 'UNKNOWN',
      name: 'Router',
    });
  });
  test('200: a self-destructed contract is known by its deployment', async () => {
    const { deps } = await depsWith({ blocks, node: contractThat({}, '0x') });
    const { status, body } = await call(handler, deps, ask(MADE));
    expect([status, body]).toMatchObject([200, { ercType: 'UNKNOWN', deploymentDetails: deployment }]);
  });
  test.each([
    ['an account', '0x'],
    ['an account that delegates to a contract', `0xef0100${'11'.repeat(20)}`],
  ])('404: %s is not a contract', async (_, code) => {
    const { deps } = await depsWith({ blocks, node: contractThat({}, code) });
    const { status, body } = await call(handler, deps, ask(5));
    expect([status, body.message]).toEqual([404, `contract ${address(5)} on chain 31337 was not found`]);
  });
  test('404: a deployment in a half-written block is not shown', async () => {
    const made = { 31337: [aRawBlock(1, [{ from: 1, to: 2 }]), aRawBlock(2, [{ from: 1 }])] };
    const cursors = { 31337: aCursor({ number: 1 }) };
    const { deps } = await depsWith({ blocks: made, cursors, node: contractThat({}, '0x') });
    expect((await call(handler, deps, ask(9_002_000))).status).toBe(404);
  });
  test.each([
    [
      503,
      'the node is down',
      new NodeDown('the node of chain 31337 does not answer'),
      'the node of chain 31337 does not answer',
    ],
    [502, 'the node refuses eth_getCode', new NodeRefused(-32_000, 'no such method'), 'no such method'],
  ])('%i: a contract without a record is unavailable if %s', async (code, _, error, message) => {
    const node = async () => {
      throw error;
    };
    const { deps } = await depsWith({ blocks, node });
    const { status, body } = await withMutedErrors(() => call(handler, deps, ask(20)));
    expect([status, body.message]).toEqual([code, message]);
  });
  refuses(handler, ask(20), [PATH.chainId, PATH.address]);
  needsIndexedChain(handler, ask(20));
  hidesItsCause(handler, ask(20));
});
