import type * as z from 'zod';
import { toCb58 } from '../../core/domain/cb58';
import { NodeDown } from '../../core/node/errors';
import { nodeIdText } from '../domain/node-id';
import type { NodeStake, NodeSubnet, Seed } from '../domain/seed';
import type { Touched } from '../domain/touched';
import { checked } from './checked';
import { type NodeValidators, nodeStateSchemas } from './node-state';
import type { PChainRpc } from './rpc';

const getName = (subnetId: string, nodeId: string): string => `${subnetId} ${nodeId}`;

export type NodeState = Omit<Seed, 'height' | 'blockId' | 'txs'>;

/** After the first call, `ask` only reads the parts that time changes or `forget` dropped. */
export function createStateQuestions(rpc: Pick<PChainRpc, 'call' | 'all'>, hrp: string, primary: string) {
  const forms = nodeStateSchemas(hrp);
  const subnets = new Map<string, Omit<NodeSubnet, 'subnetId'> & { readonly transformedBy?: string }>();
  const validators = new Map<string, NodeValidators>();
  const delegators = new Map<string, readonly Omit<NodeStake, 'subnetId'>[]>();

  const fetchEach = async <K, T>(
    wanted: readonly K[],
    [method, form]: readonly [string, z.ZodType<T>],
    params: (one: K) => Record<string, unknown>,
    keep: (one: K, reported: T) => void,
  ): Promise<void> => {
    const answers = await rpc.all(wanted.map((one) => [method, params(one)] as const));
    for (const [i, one] of wanted.entries()) keep(one, checked(form, method, answers[i]));
  };
  const of = (subnetId: string) => (subnetId === primary ? {} : { subnetID: toCb58(subnetId) });

  /** With time alone, rewards accrue, and balances of L1 validators fall. */
  const isLive = ({ stakes, l1Validators }: NodeValidators): boolean =>
    stakes.length > 0 || l1Validators.some(({ balance }) => balance > 0n);

  const fetchSubnets = async (): Promise<string[]> => {
    const ids = checked(forms.subnets, 'subnets', await rpc.call('getSubnets'));
    const news = ids.filter((id) => !subnets.has(id));
    await fetchEach(news, ['getSubnet', forms.subnet], of, (id, reported) => subnets.set(id, reported));
    const networks = [primary, ...ids];
    const wanted = networks.filter((id) => {
      const known = validators.get(id);
      return !known || isLive(known);
    });
    await fetchEach(wanted, ['getCurrentValidators', forms.validators], of, (id, reported) =>
      validators.set(id, reported),
    );
    const delegated = networks.flatMap((subnetId) =>
      (validators.get(subnetId)?.stakes ?? [])
        .filter(({ nodeId, delegatorCount }) => delegatorCount > 0 && !delegators.has(getName(subnetId, nodeId)))
        .map(({ nodeId }) => ({ subnetId, nodeId })),
    );
    await fetchEach(
      delegated,
      ['getCurrentValidators', forms.validators],
      ({ subnetId, nodeId }) => ({ ...of(subnetId), nodeIDs: [nodeIdText(nodeId)] }),
      ({ subnetId, nodeId }, { stakes: [reported] }) =>
        delegators.set(getName(subnetId, nodeId), reported?.delegators ?? []),
    );
    return ids;
  };

  return {
    /** Consistent only if the head did not move during the call. */
    async ask(): Promise<NodeState> {
      const question = async <T>(method: string, form: z.ZodType<T>, params = {}): Promise<T> =>
        checked(form, method, await rpc.call(method, params));
      const [feeState, supply, blockchains, ids] = await Promise.all([
        question('getValidatorFeeState', forms.feeState),
        question('getCurrentSupply', forms.supply),
        question('getBlockchains', forms.blockchains),
        fetchSubnets(),
      ]);
      const reported = ids.map(async (subnetId): Promise<NodeSubnet[]> => {
        const known = subnets.get(subnetId);
        if (!known) return [];
        const { transformedBy: txId, ...subnet } = known;
        if (txId === undefined) return [{ subnetId, ...subnet }];
        const own = await question('getCurrentSupply', forms.supply, of(subnetId));
        return [{ subnetId, ...subnet, transformation: { txId, supply: own } }];
      });
      const networks = [primary, ...ids];
      return {
        ...feeState,
        supply,
        blockchains,
        subnets: (await Promise.all(reported)).flat(),
        stakes: networks.flatMap((subnetId) =>
          (validators.get(subnetId)?.stakes ?? []).flatMap(({ delegatorCount: _, delegators: _own, ...stake }) => [
            { ...stake, subnetId },
            ...(delegators.get(getName(subnetId, stake.nodeId)) ?? []).map((one) => ({ ...one, subnetId })),
          ]),
        ),
        l1Validators: ids.flatMap((subnetId) =>
          (validators.get(subnetId)?.l1Validators ?? []).map((one) => ({ ...one, subnetId })),
        ),
      };
    },
    /** Throws NodeDown if a validator's delegator count and delegator list disagree. */
    checkDelegators(): void {
      for (const [subnetId, { stakes }] of validators)
        for (const { nodeId, delegatorCount } of stakes)
          if ((delegators.get(getName(subnetId, nodeId))?.length ?? 0) !== delegatorCount)
            throw new NodeDown(`the node does not list all delegators of ${nodeIdText(nodeId)} in ${toCb58(subnetId)}`);
    },
    /** Drops answers that blocks have outdated. `undefined`: all of them. */
    forget(touched: Touched | undefined): void {
      const nodes = new Set(touched?.nodes);
      const getNode = new Map(
        [...[...validators.values()].flatMap(({ stakes }) => stakes), ...[...delegators.values()].flat()].map(
          ({ txId, nodeId }) => [txId, nodeId],
        ),
      );
      for (const txId of touched?.stakes ?? []) nodes.add(getNode.get(txId) ?? '');
      for (const name of [...delegators.keys()])
        if (!touched || nodes.has(name.split(' ')[1] ?? '')) delegators.delete(name);
      for (const id of [...subnets.keys()]) if (!touched || touched.subnets.has(id)) subnets.delete(id);
      for (const [id, { l1Validators }] of [...validators])
        if (
          !touched ||
          touched.subnets.has(id) ||
          l1Validators.some(({ validationId }) => touched.validations.has(validationId))
        )
          validators.delete(id);
    },
  };
}
