import { callKey, PRIMARY_NETWORK } from './calls';
import { type Call, callNode, getResult } from './node-calls';
import type { Known } from './snapshot';

type Tx = { id: string; unsignedTx: { txID?: string } };
type Block = { id: string; txs?: Tx[]; tx?: Tx };

const ADDRESS = /\bP-[a-z]+1[02-9ac-hj-np-z]{38}\b/g;

export class BlockReader {
  /** A proposal's transaction takes effect only with the next block, which commits or aborts it. */
  #proposed: Tx | undefined;

  constructor(
    readonly url: string,
    readonly known: Known,
    readonly hasIndex: boolean,
  ) {}

  /** Includes the validators of each subnet at that height. */
  async read(height: number): Promise<Call[]> {
    const at = String(height);
    const json = await this.#ask('getBlockByHeight', { height: at, encoding: 'json' });
    const { block } = getResult<{ block: Block }>(json);
    for (const address of JSON.stringify(block).match(ADDRESS) ?? []) this.known.addresses.add(address);
    const [hex, byId, container, validators] = await Promise.all([
      this.#ask('getBlockByHeight', { height: at }),
      this.#ask('getBlock', { blockID: block.id }),
      this.#container(height),
      Promise.all([PRIMARY_NETWORK, ...this.known.subnets].map((subnetID) => this.#validatorsAt(at, subnetID))),
    ]);
    // Rewards are outputs of the staking transaction, or of the one that ends a cycle of an auto-renewed validator.
    const { id: proposedID, unsignedTx } = this.#proposed ?? {};
    const txs = [...(this.#proposed ? [this.#proposed] : []), ...(block.txs ?? [])];
    const calls = [...validators, json, hex, byId, ...container];
    for (const { id } of txs) calls.push(...(await this.#transaction(id)));
    for (const txID of [unsignedTx?.txID, proposedID])
      if (txID !== undefined) calls.push(...(await this.#rewards(txID)));
    // Updated last, so that a block can be read again after a failed call.
    this.#proposed = block.tx;
    return calls;
  }

  /** Genesis transactions (validators and chains) are not in any block. */
  async genesis(): Promise<Call[]> {
    const validators = await this.#ask('getCurrentValidators', {});
    const ids = getResult<{ validators: { txID: string }[] }>(validators).validators.map(({ txID }) => txID);
    return (await Promise.all([...ids, ...this.known.chains].map((txID) => this.#transaction(txID)))).flat();
  }

  /** The block's proposer, from nodes with an index only. The index begins with block 1. */
  async #container(height: number): Promise<Call[]> {
    if (height === 0 || !this.hasIndex) return [];
    return [await callNode(this.url, 'index.getContainerByIndex', { index: String(height - 1) })];
  }

  #transaction(txID: string): Promise<Call[]> {
    return Promise.all([
      this.#ask('getTx', { txID }),
      this.#ask('getTx', { txID, encoding: 'json' }),
      this.#ask('getTxStatus', { txID }),
    ]);
  }

  async #rewards(txID: string): Promise<Call[]> {
    const call = await this.#ask('getRewardUTXOs', { txID });
    return getResult<{ numFetched: string }>(call).numFetched === '0' ? [] : [call];
  }

  /** Stored without the height, as each line of a recording has one and only changes are stored. */
  async #validatorsAt(height: string, subnetID: string): Promise<Call> {
    const { answer } = await this.#ask('getValidatorsAt', { height, subnetID });
    return { key: callKey('platform.getValidatorsAt', { subnetID }), answer };
  }

  #ask(method: string, params: Record<string, string>): Promise<Call> {
    return callNode(this.url, `platform.${method}`, params);
  }
}
