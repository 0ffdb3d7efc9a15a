import type { Service } from '../support/service/service';
import { call } from './driver/rpc';
import { fetchOwners } from './owners-agreement';

type Json = Record<string, unknown>;

/** Compares the service's answers about a network with its node at the same height. */
export class Agreement {
  /** Number of compared values by part. */
  readonly compared: Record<string, number> = {};
  /** Delays from a block on the node to the service's answer with it, ms. */
  readonly delays: number[] = [];

  constructor(
    readonly service: Service,
    readonly url: string,
    readonly network: string,
    /** The owners of outputs, with `P-`, and the ID of their network. */
    readonly owners: { readonly addresses: readonly string[]; readonly networkId: number },
  ) {}

  async height(): Promise<number> {
    const { height } = await this.#ask<{ height: string }>('getHeight');
    return Number(height);
  }

  /** Waits until the service answers with a new block of the node. Throws after `timeoutMs`. */
  async waitFor(height: number, timeoutMs: number): Promise<void> {
    const since = performance.now();
    for (;;) {
      const { status, body } = await this.#get(`/blockchains/p-chain/blocks/${height}`).catch(() => ({
        status: 0,
        body: {},
      }));
      if (status === 200) break;
      if (performance.now() - since > timeoutMs)
        throw new Error(`block ${height} is not answered after ${timeoutMs} ms: ${status} ${JSON.stringify(body)}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    this.delays.push(performance.now() - since);
  }

  /** False if the node moved to another height meanwhile, so that not everything was compared. */
  async compare(): Promise<boolean> {
    const height = await this.height();
    await this.waitFor(height, 10_000);
    const subnets = (await this.#ask<{ subnets: { id: string }[] }>('getSubnets')).subnets.map(({ id }) => id);
    const theirs = await Promise.all(subnets.map((subnetID) => this.#validators(subnetID)));
    const owners = await Promise.all(
      subnets.map((subnetID) => this.#ask<Json>('getSubnet', { subnetID }).catch(() => undefined)),
    );
    const { supply } = await this.#ask<Json>('getCurrentSupply');
    const { block } = await this.#ask<{ block: Json }>('getBlockByHeight', {
      height: String(height),
      encoding: 'json',
    });
    const ours = await this.#ours(height, subnets);
    const { addresses, networkId } = this.owners;
    const { url, network } = this;
    const owned = await fetchOwners(this.service, { url, network, networkId }, addresses);
    if ((await this.height()) !== height) return false;
    this.#expect('owners and rewards', owned.ours, owned.theirs);
    const l1 = theirs.flat().filter(({ validationID }) => validationID !== undefined);
    const stakes = theirs.flat().filter(({ validationID }) => validationID === undefined);
    this.#expect(
      'L1 validators',
      byKey(ours.l1, 'validationId', ['weight', 'remainingBalance']),
      byKey(
        l1.map((one) => ({ ...one, weight: Number(one.weight), remainingBalance: Number(one.balance) })),
        'validationID',
        ['weight', 'remainingBalance'],
      ),
    );
    this.#expect(
      'validators',
      byKey(ours.validators, 'txHash', ['amountStaked', 'endTimestamp']),
      byKey(
        stakes.map((one) => ({ ...one, amountStaked: one.weight, endTimestamp: Number(one.endTime) })),
        'txID',
        ['amountStaked', 'endTimestamp'],
      ),
    );
    this.#expect(
      'subnets',
      ours.subnets.map(({ isL1 }) => isL1),
      owners.map(isConverted),
    );
    this.#expect(
      'block',
      [ours.block.blockHash, ours.block.currentSupply, ours.block.transactions],
      [
        block.id,
        supply,
        [...((block.txs as { id: string }[] | undefined) ?? []), ...(block.tx ? [block.tx as { id: string }] : [])].map(
          ({ id }) => id,
        ),
      ],
    );
    for (const txHash of ours.block.transactions as string[]) {
      const { status } = await this.#get(`/blockchains/p-chain/transactions/${txHash}`);
      this.#expect('transactions', status, 200);
    }
    return true;
  }

  async #ours(height: number, subnetIds: readonly string[]) {
    const [l1, validators, block, ...subnets] = await Promise.all([
      this.service.all(`/v1/networks/${this.network}/l1Validators?includeInactiveL1Validators=true`, 'validators', 100),
      this.service.all(`/v1/networks/${this.network}/validators?validationStatus=active`, 'validators', 100),
      this.#get(`/blockchains/p-chain/blocks/${height}`),
      ...subnetIds.map((id) => this.#get(`/subnets/${id}`)),
    ]);
    return { l1, validators, block: block.body, subnets: subnets.map(({ body }) => body) };
  }

  #expect(part: string, ours: unknown, theirs: unknown): void {
    expect({ part, is: ours }).toEqual({ part, is: theirs });
    this.compared[part] = (this.compared[part] ?? 0) + 1;
  }

  async #validators(subnetID: string): Promise<Json[]> {
    return (await this.#ask<{ validators: Json[] }>('getCurrentValidators', { subnetID })).validators;
  }

  #get(path: string): Promise<{ status: number; body: Json }> {
    return this.service.get<Json>(`/v1/networks/${this.network}${path}`);
  }

  #ask<T>(method: string, params: Json = {}): Promise<T> {
    return call<T>(this.url, 'bc/P', `platform.${method}`, params);
  }
}

const NO_ID = '11111111111111111111111111111111LpoYY';
const isConverted = (subnet: Json | undefined): boolean =>
  subnet?.conversionID !== undefined && subnet.conversionID !== NO_ID;

/** Rows by one field, reduced to some others. */
const byKey = (rows: readonly Json[], key: string, fields: readonly string[]): Json =>
  Object.fromEntries(
    rows.map((row) => [String(row[key]), Object.fromEntries(fields.map((field) => [field, row[field]]))]),
  );
