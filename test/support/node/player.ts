import type { Address, Hex } from 'viem';
import { encodeAbiParameters, parseAbiParameters } from 'viem/utils';
import { creation } from '../../../demo/calls';
import type { Random } from '../../../demo/random';
import { testContracts } from './contracts';

/** In the order of the enum in `test/contracts/Player.sol`. */
const KINDS = [
  'call',
  'callcode',
  'delegatecall',
  'staticcall',
  'create',
  'create2',
  'selfdestruct',
  'revert',
  'invalid',
] as const;

/** `value` in wei. A creation has no `to`. */
export interface Step {
  readonly kind: (typeof KINDS)[number];
  readonly to?: Address | undefined;
  readonly value?: bigint;
  readonly steps?: readonly Step[];
}

const NOBODY: Address = '0x0000000000000000000000000000000000000000';
const SCRIPT = parseAbiParameters('(uint8 kind, address to, uint256 value, bytes data)[]');

export async function players() {
  const { Player } = await testContracts<'Player'>();
  const play = (steps: readonly Step[]): Hex =>
    steps.length === 0 ? '0x' : encodeAbiParameters(SCRIPT, [steps.map(encode)]);
  const create = (steps: readonly Step[]): Hex => creation(Player, play(steps));
  const encode = ({ kind, to = NOBODY, value = 0n, steps = [] }: Step) => ({
    kind: KINDS.indexOf(kind),
    ...{ to, value },
    data: kind.startsWith('create') ? create(steps) : play(steps),
  });
  return { play, create };
}

/** `invalid` burns all gas, which ends most scripts. */
const WEIGHTS: readonly (readonly [Step['kind'], number])[] = [
  ['call', 40],
  ['delegatecall', 12],
  ['create', 10],
  ['callcode', 6],
  ['staticcall', 6],
  ['create2', 6],
  ['revert', 5],
  ['selfdestruct', 4],
  ['invalid', 1],
];

/** `heir`: the recipient of self-destructs. */
export interface Cast {
  readonly players: readonly Address[];
  /** Not a player: anvil 1.7.1 traces a SELFDESTRUCT to self with the parties and value of the transfer before. */
  readonly heir: Address;
}

/** Players that new contracts run never self-destruct (`mayEnd`), so all of them remain. */
export function drawScript(random: Random, cast: Cast, depth: number, mayEnd = true): Step[] {
  const upTo = (n: number) => Math.floor(random() * n);
  return Array.from({ length: 1 + upTo(4) }, (): Step => {
    let left = random() * WEIGHTS.reduce((sum, [, weight]) => sum + weight, 0);
    // biome-ignore lint/suspicious/noAssignInExpressions: the shortest way to say it
    const drawn = WEIGHTS.find(([, weight]) => (left -= weight) < 0)?.[0] ?? 'call';
    const kind = drawn === 'selfdestruct' && !mayEnd ? 'call' : drawn;
    const to = kind === 'selfdestruct' ? cast.heir : (cast.players[upTo(cast.players.length + 1)] ?? cast.heir);
    const value = random() < 0.4 ? 0n : BigInt(upTo(60));
    const innerMayEnd = kind === 'call' || (mayEnd && !kind.startsWith('create'));
    const steps = depth > 1 && random() < 0.7 ? drawScript(random, cast, depth - 1, innerMayEnd) : [];
    return { kind, to, value, steps };
  });
}
