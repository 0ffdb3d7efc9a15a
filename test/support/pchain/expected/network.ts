import type { Recording } from '../../../../demo/p-chain/recording';
import { exactJson, must } from './json';
import type { NodeBlock, NodeTx } from './node-types';

/** The id of the P-chain, which is that of the primary network too. */
export const P_CHAIN = '11111111111111111111111111111111LpoYY';

/** A transaction and the block that has it. */
export type PlacedTx = NodeTx & {
  block: NodeBlock;
  /** Its place in the block: a proposal's transaction is the last. */
  index: number;
  /** The time of the block in Unix seconds. */
  time: number;
};

/** The transactions of a block in their order: a proposal's comes after those that the block decides. */
export const getTxs = ({ txs = [], tx }: NodeBlock): NodeTx[] => [...txs, ...(tx ? [tx] : [])];

/**
 * A recorded network as plain lists of what the node said. Numbers are text. What the API must answer is recomputed from
 * it, by this folder alone: an oracle imports nothing of what it checks.
 */
export class Network {
  /** All blocks, from the lowest height. */
  readonly blocks: readonly NodeBlock[];
  /** All transactions of blocks, in the order of the chain. Those of the genesis are in no block. */
  readonly txs: readonly PlacedTx[];
  readonly avaxAssetId: string;
  readonly #heights: ReadonlySet<number>;

  constructor(readonly recording: Recording) {
    // No two of these answers are equal, so that a recording has each of them.
    this.#heights = new Set(recording.of('platform.getHeight {}').map(({ height }) => height));
    this.blocks = this.#blocks();
    this.txs = this.blocks.flatMap((block) =>
      getTxs(block).map((tx, index) => ({ ...tx, block, index, time: this.getTime(block) })),
    );
    this.avaxAssetId = this.answer<{ assetID: string }>('platform.getStakingAssetID', {}, 0).assetID;
  }

  /** The height of the last block. */
  get last(): number {
    return Number(must(this.blocks.at(-1), 'a block').height);
  }

  /** Whether the node's state was recorded at a height: not at a proposal's, and not where the next block came too soon. */
  hasState(height: number): boolean {
    return this.#heights.has(height);
  }

  /** What the node answered to a call last at or below a height; undefined if it refused or was not asked. */
  find<T>(method: string, params: object, height = this.last): T | undefined {
    const found = this.recording.at(`${method} ${JSON.stringify(params)}`, height);
    return found && 'text' in found ? exactJson<T>(found.text) : undefined;
  }

  /** The same, of what the node must have answered. */
  answer<T>(method: string, params: object, height = this.last): T {
    return must(this.find<T>(method, params, height), `${method} ${JSON.stringify(params)} at ${height}`);
  }

  /** The bytes of a block as digits, without the checksum of four bytes at their end. */
  hexToBytes({ height }: NodeBlock): string {
    const { block } = this.answer<{ block: string }>('platform.getBlockByHeight', { height });
    return block.slice(2, -8);
  }

  /** The time of a block. That of the genesis, which does not say it, is the first of the chain. */
  getTime({ time, height }: NodeBlock): number {
    if (time !== undefined) return Number(time);
    const { timestamp } = this.answer<{ timestamp: string }>('platform.getTimestamp', {}, Number(height));
    return Date.parse(timestamp) / 1000;
  }

  /** When an upgrade takes effect, in Unix seconds. */
  upgradeTime(name: string): number {
    const time = this.answer<Record<string, string>>('info.upgrades', {})[name];
    return time === undefined ? Number.POSITIVE_INFINITY : Date.parse(time) / 1000;
  }

  #blocks(): NodeBlock[] {
    const answers = this.recording
      .keys()
      .filter((key) => key.startsWith('platform.getBlockByHeight {"encoding":"json"'))
      .flatMap((key) => this.recording.of(key))
      .flatMap((answer) => ('text' in answer ? [exactJson<{ block: NodeBlock }>(answer.text).block] : []));
    return answers.sort((a, b) => Number(a.height) - Number(b.height));
  }
}

const networks = new WeakMap<Recording, Network>();

/** The network of a recording, read once. */
export function getNetwork(recording: Recording): Network {
  const network = networks.get(recording) ?? new Network(recording);
  networks.set(recording, network);
  return network;
}
