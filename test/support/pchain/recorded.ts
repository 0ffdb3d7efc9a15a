import { createHash } from 'node:crypto';
import { getGenesis } from '../../../demo/p-chain/genesis';
import { loadRecording, type Recording } from '../../../demo/p-chain/recording';
import { idOfCb58 } from '../../../lambdas/core/domain/cb58';
import { type Block, decodeBlock } from '../../../lambdas/pchain/domain/codec/block';
import { readWhole } from '../../../lambdas/pchain/domain/codec/codec';
import type { TxOf } from '../../../lambdas/pchain/domain/codec/tx';
import { genesisState } from '../../../lambdas/pchain/domain/replay/genesis';
import type { NetworkRules } from '../../../lambdas/pchain/domain/replay/rules';
import type { PChainState } from '../../../lambdas/pchain/domain/replay/state';
import { standaloneTx } from './codecs';

/** One has all upgrades, the other activates Durango and Etna on its way. */
export const RECORDINGS = ['demo/p-chain/recording.jsonl.gz', 'test/support/pchain/legacy.jsonl.gz'] as const;

/** The node's index has the outer blocks, which name proposers. */
export const INDEXING_NODE = 'test/support/pchain/indexing-node.jsonl.gz';

export const sha256 = (digits: string): string => createHash('sha256').update(digits, 'hex').digest('hex');

function toId(text: string): string {
  const id = idOfCb58(text);
  if (!id) throw new Error(`${text} is no id`);
  return id;
}

/** Numbers stay text: they have 64 bits. */
const exact = (text: string): unknown =>
  JSON.parse(text, (_key, value, context: { source: string } = { source: '' }) =>
    typeof value === 'number' ? context.source : value,
  );

/** Shared by all tests of a worker; read only. */
const loaded = new Map<string, Recording>();

export class RecordedNetwork {
  readonly recording: Recording;
  /** Without proposals, because nodes never show their state. */
  readonly heights: readonly number[];
  readonly last: number;

  constructor(path: string) {
    this.recording = loaded.get(path) ?? loadRecording(path);
    loaded.set(path, this.recording);
    this.heights = this.recording.of('platform.getHeight {}').map(({ height }) => height);
    this.last = this.heights.at(-1) ?? 0;
  }

  get hasIndex(): boolean {
    return this.recording.keys().some((key) => key.startsWith('index.'));
  }

  /** Undefined if the node refused. Numbers are text. */
  at<T>(height: number, method: string, params: object = {}): T | undefined {
    const answer = this.recording.at(`${method} ${JSON.stringify(params)}`, height);
    return answer && 'text' in answer ? (exact(answer.text) as T) : undefined;
  }

  must<T>(height: number, method: string, params: object = {}): T {
    const found = this.at<T>(height, method, params);
    if (found === undefined) throw new Error(`${method} ${JSON.stringify(params)} is not recorded at ${height}`);
    return found;
  }

  bytes(height: number): string {
    const { block } = this.must<{ block: string }>(this.last, 'platform.getBlockByHeight', { height: String(height) });
    return block.slice(2, -8);
  }

  block(height: number): Block {
    const block = decodeBlock(`0x${this.bytes(height)}`, sha256);
    if (block.type === 'Unreadable') throw new Error(`block ${height}: ${block.reason}`);
    return block;
  }

  get rules(): NetworkRules {
    const constant = <T>(method: string) => this.must<T>(this.last, method);
    const fee = constant<Record<string, string>>('platform.getValidatorFeeConfig');
    const upgrades = constant<Record<string, string>>('info.upgrades');
    const big = (name: string) => BigInt(fee[name] ?? '');
    const time = (name: string) => (upgrades[name] ? Date.parse(upgrades[name]) / 1000 : Number.POSITIVE_INFINITY);
    return {
      avaxAssetId: toId(constant<{ assetID: string }>('platform.getStakingAssetID').assetID),
      upgrades: {
        ...{ cortina: time('cortinaTime'), durango: time('durangoTime'), etna: time('etnaTime') },
        helicon: time('heliconTime'),
      },
      validatorFee: {
        ...{ target: big('target'), minPrice: big('minPrice') },
        excessConversionConstant: big('excessConversionConstant'),
      },
      reward: {
        ...{ maxConsumptionRate: 120_000n, minConsumptionRate: 100_000n },
        ...{ mintingPeriod: 365n * 86_400n, supplyCap: 720_000_000n * 1_000_000_000n },
      },
      // A flag of the recorded node.
      maxValidatorStake: 50_000_000n * 1_000_000_000n,
    };
  }

  genesis(rules = this.rules): PChainState {
    type Validators = { validators: { txID: string }[] };
    const { validators } = this.must<Validators>(0, 'platform.getCurrentValidators');
    const { time, supply } = getGenesis(this.recording);
    return genesisState(
      {
        ...{ blockId: this.block(0).id, time, supply: BigInt(supply) },
        validators: validators.map(({ txID }) => ({ txId: toId(txID), tx: this.#stakingTx(txID) })),
      },
      rules,
    );
  }

  #stakingTx(txID: string) {
    const { tx } = this.must<{ tx: string }>(this.last, 'platform.getTx', { txID });
    const { unsigned } = readWhole(standaloneTx, tx.slice(2, -8)).tx;
    return unsigned as TxOf<'AddValidatorTx' | 'AddPermissionlessValidatorTx'>;
  }
}
