import { addressText } from '../pchain/address';
import { RECORDINGS } from '../pchain/recorded';
import { primaryWorld } from '../pchain/world';
import { type Asked, call, type Handler } from './call';
import type { AllDeps } from './deps';
import { ofPChain } from './primary-network';
import type { Refusal } from './refusals';

/** An address unused in the recorded networks; `n` is below 256. */
export const getStranger = (n: number): string =>
  addressText(`0x${n.toString(16).padStart(2, '0').repeat(20)}`, 'custom').slice(2);
export const STRANGER = getStranger(0x5d);
const FOREIGN = 'avax1h2ccj9f5ay5acl6tyn9mwmw32p8wref8vl8ctg';
const badAddressLists = (most: number): [wrong: string, addresses: string, message: string][] => [
  [
    'an address of another network',
    `${STRANGER},${FOREIGN}`,
    `addresses: ${FOREIGN} belongs to another network: addresses of this one start with custom1`,
  ],
  [
    'an address with a wrong checksum',
    `${FOREIGN.slice(0, -1)}q`,
    `addresses: ${FOREIGN.slice(0, -1)}q is not a valid address (bad checksum or length)`,
  ],
  ...['0x12', `X-${STRANGER}`].map((text): [string, string, string] => [
    `the address '${text}'`,
    `${STRANGER}, ${text}`,
    'addresses.1: must be a P-Chain address in bech32, with or without P-',
  ]),
  [
    'too many addresses',
    Array.from({ length: most + 1 }, (_, n) => (n < 256 ? getStranger(n) : `P-${getStranger(0)}`)).join(),
    `addresses: must have at most ${most} values`,
  ],
];
export const BAD_ADDRESSES: readonly Refusal[] = badAddressLists(64).map(([wrong, addresses, message]) => [
  wrong,
  { query: { addresses } },
  message,
]);
export function needsAddresses(
  handler: Handler<AllDeps>,
  { query: { addresses: _, ...query } = {}, ...good }: Asked,
): void {
  test('400: the endpoint rejects a request without addresses', async () => {
    const { deps } = await primaryWorld(RECORDINGS[1]);
    const { status, body } = await call(handler, deps, { ...good, query });
    expect([status, body.message]).toEqual([400, expect.stringMatching(/^addresses: /)]);
  });
}
export function refusesBodiesOfAddresses(handler: Handler<AllDeps>): void {
  test.each<[wrong: string, body: unknown, message: string]>([
    ...badAddressLists(256).map(
      ([wrong, addresses, message]) => [wrong, { addresses }, message] as [string, unknown, string],
    ),
    ['a missing body', '', 'the body must be JSON: send it with content-type: application/json'],
    ['invalid JSON', '{', 'the body must be JSON: send it with content-type: application/json'],
    ['a body that is a list', [STRANGER], 'the body: '],
    ['a body without addresses', {}, 'addresses: '],
    ['addresses in a list', { addresses: [STRANGER] }, 'addresses: '],
    ['an unknown field', { addresses: STRANGER, colour: 'red' }, 'colour: unknown; this endpoint takes addresses'],
  ])('400: the endpoint rejects %s', async (_, sent, message) => {
    const { deps } = await primaryWorld(RECORDINGS[1]);
    const { status, body } = await call(handler, deps, { ...ofPChain(), body: sent });
    const isPart = message.endsWith(': ');
    expect([status, body.message]).toEqual([400, isPart ? expect.stringContaining(message) : message]);
  });
}
