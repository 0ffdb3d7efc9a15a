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

/** What a player does next: whom it calls with how much (wei), and what is played there. A creation has no `to`. */
export interface Step {
  readonly kind: (typeof KINDS)[number];
  readonly to?: Address | undefined;
  readonly value?: bigint;
  readonly steps?: readonly Step[];
}

const NOBODY: Address = '0x0000000000000000000000000000000000000000';
const SCRIPT = parseAbiParameters('(uint8 kind, address to, uint256 value, bytes data)[]');

/** The input data that makes a player play, and that which creates one that plays at once. */
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

/** How often each kind is drawn. What burns all gas is rare, as it ends most scripts. */
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

/** Whom drawn scripts may call, and who inherits from a player that ends. */
export interface Cast {
  readonly players: readonly Address[];
  /**
   * No player: anvil 1.7.1 traces a player that names itself as a SELFDESTRUCT with the parties and the value of the
   * last transfer before, though nothing moves.
   */
  readonly heir: Address;
}

/**
 * Draws a script, at most `depth` deep. `mayEnd`: whether it may destroy who plays it. No new contract destroys itself,
 * so that each that was created is there afterwards.
 */
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
