import type { Recording } from '../../../../demo/p-chain/recording';
import { exactJson, must } from './json';
import type { NodeBlock, NodeTx } from './node-types';

/** Also the primary network's id. */
export const P_CHAIN = '11111111111111111111111111111111LpoYY';

export type PlacedTx = NodeTx & {
  block: NodeBlock;
  /** A proposal's transaction is the last. */
  index: number;
  /** Unix seconds, of the block. */
  time: number;
};

export const getTxs = ({ txs = [], tx }: NodeBlock): NodeTx[] => [...txs, ...(tx ? [tx] : [])];

/** Recorded answers, with numbers as text. An oracle: this folder imports nothing of the code that it checks. */
export class Network {
  readonly blocks: readonly NodeBlock[];
  /** In chain order. Genesis transactions are not in any block. */
  readonly txs: readonly PlacedTx[];
  readonly avaxAssetId: string;
  readonly #heights: ReadonlySet<number>;

  constructor(readonly recording: Recording) {
    // The heights differ, so the recording has each of these answers.
    this.#heights = new Set(recording.of('platform.getHeight {}').map(({ height }) => height));
    this.blocks = this.#blocks();
    this.txs = this.blocks.flatMap((block) =>
      getTxs(block).map((tx, index) => ({ ...tx, block, index, time: this.getTime(block) })),
    );
    this.avaxAssetId = this.answer<{ assetID: string }>('platform.getStakingAssetID', {}, 0).assetID;
  }

  get last(): number {
    return Number(must(this.blocks.at(-1), 'a block').height);
  }

  /** False at proposals, and if the next block came too soon. */
  hasState(height: number): boolean {
    return this.#heights.has(height);
  }

  /** The latest answer at or below a height; undefined if the node refused or was not asked. */
  find<T>(method: string, params: object, height = this.last): T | undefined {
    const found = this.recording.at(`${method} ${JSON.stringify(params)}`, height);
    return found && 'text' in found ? exactJson<T>(found.text) : undefined;
  }

  answer<T>(method: string, params: object, height = this.last): T {
    return must(this.find<T>(method, params, height), `${method} ${JSON.stringify(params)} at ${height}`);
  }

  /** Digits without the trailing checksum of four bytes. */
  hexToBytes({ height }: NodeBlock): string {
    const { block } = this.answer<{ block: string }>('platform.getBlockByHeight', { height });
    return block.slice(2, -8);
  }

  /** Unix seconds. Genesis has the chain's first time. */
  getTime({ time, height }: NodeBlock): number {
    if (time !== undefined) return Number(time);
    const { timestamp } = this.answer<{ timestamp: string }>('platform.getTimestamp', {}, Number(height));
    return Date.parse(timestamp) / 1000;
  }

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

export function getNetwork(recording: Recording): Network {
  const network = networks.get(recording) ?? new Network(recording);
  networks.set(recording, network);
  return network;
}
