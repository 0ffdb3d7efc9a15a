import * as z from 'zod';
import { idOfCb58 } from '../../core/domain/cb58';
import { getAddress } from '../domain/bech32-address';
import { toNodeId } from '../domain/node-id';
import type { NodeBlockchain, NodeL1Validator, NodeStake, NodeSubnet } from '../domain/seed';

const readAs = <T>(read: (text: string) => T | undefined, expected: string) =>
  z.string().transform((text, context): T => {
    const found = read(text);
    if (found !== undefined) return found;
    context.addIssue(`must be ${expected}`);
    return z.NEVER;
  });
const id = readAs(idOfCb58, 'an ID');
const nodeId = readAs(toNodeId, 'a node ID');
const amount = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt);
const integer = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
const NO_ID = `0x${'00'.repeat(32)}`;

const stakeFields = {
  txID: id,
  nodeID: nodeId,
  startTime: integer,
  endTime: integer,
  weight: amount,
  // Permissioned stakes have no rewards.
  potentialReward: amount.default(0n),
  accruedDelegateeReward: amount.default(0n),
  autoCompoundRewardShares: integer.optional(),
  nextPeriod: amount.optional(),
};
const stakeIn = (reported: z.output<z.ZodObject<typeof stakeFields>>): Omit<NodeStake, 'subnetId'> => {
  const { autoCompoundRewardShares: compoundShares, nextPeriod } = reported;
  return {
    txId: reported.txID,
    nodeId: reported.nodeID,
    start: reported.startTime,
    end: reported.endTime,
    weight: reported.weight,
    potentialReward: reported.potentialReward,
    delegateeReward: reported.accruedDelegateeReward,
    ...(compoundShares === undefined || nextPeriod === undefined ? {} : { renewal: { compoundShares, nextPeriod } }),
  };
};

export function nodeStateSchemas(hrp: string) {
  const address = readAs((text) => {
    const found = getAddress(text, hrp);
    return found === 'other network' ? undefined : found;
  }, `an address of ${hrp}`);
  const owners = z.object({ threshold: integer, addresses: z.array(address) });

  const validator = z
    .object({
      ...stakeFields,
      delegatorCount: integer.default(0),
      delegators: z.array(z.object(stakeFields).transform(stakeIn)).nullish(),
    })
    .transform(({ delegatorCount, delegators, ...reported }) => ({ ...stakeIn(reported), delegatorCount, delegators }));
  const l1Validator = z
    .object({
      validationID: id,
      nodeID: nodeId,
      publicKey: z.string().regex(/^0x[0-9a-f]{96}$/),
      startTime: integer,
      weight: amount,
      minNonce: amount,
      balance: amount,
      remainingBalanceOwner: owners,
      deactivationOwner: owners,
    })
    .transform(({ validationID: validationId, nodeID, startTime: start, ...reported }) => ({
      validationId,
      nodeId: nodeID,
      start,
      ...reported,
    }));
  return {
    feeState: z
      .object({ excess: z.int().min(0), timestamp: z.iso.datetime({ offset: true }) })
      .transform(({ excess, timestamp }) => ({ excess: BigInt(excess), time: Date.parse(timestamp) / 1_000 })),
    supply: z.object({ supply: amount }).transform(({ supply }) => supply),
    /** Without the primary network. */
    subnets: z
      .object({ subnets: z.array(z.object({ id })) })
      .transform(({ subnets }) => subnets.map((one) => one.id).filter((one) => one !== NO_ID)),
    subnet: z
      .object({
        controlKeys: z.array(address),
        threshold: integer,
        locktime: amount,
        subnetTransformationTxID: id,
        conversionID: id,
        managerChainID: id,
        managerAddress: z.string().nullable(),
      })
      .transform(({ controlKeys: addresses, threshold, locktime, ...reported }) => ({
        owner: { locktime, threshold, addresses } satisfies NodeSubnet['owner'],
        ...(reported.conversionID === NO_ID
          ? {}
          : {
              conversion: { managerChainId: reported.managerChainID, managerAddress: reported.managerAddress ?? '0x' },
            }),
        ...(reported.subnetTransformationTxID === NO_ID ? {} : { transformedBy: reported.subnetTransformationTxID }),
      })),
    blockchains: z
      .object({
        blockchains: z.array(z.object({ id, name: z.string(), subnetID: id, vmID: id })),
      })
      .transform(({ blockchains }) =>
        blockchains.map((one): NodeBlockchain => {
          return { blockchainId: one.id, name: one.name, subnetId: one.subnetID, vmId: one.vmID };
        }),
      ),
    validators: z.object({ validators: z.array(z.union([l1Validator, validator])) }).transform(({ validators }) => ({
      l1Validators: validators.flatMap((one) => ('validationId' in one ? [one] : [])),
      stakes: validators.flatMap((one) => ('validationId' in one ? [] : [one])),
    })),
  };
}

export interface NodeValidators {
  readonly l1Validators: readonly Omit<NodeL1Validator, 'subnetId'>[];
  readonly stakes: readonly (Omit<NodeStake, 'subnetId'> & {
    readonly delegatorCount: number;
    readonly delegators?: readonly Omit<NodeStake, 'subnetId'>[] | null | undefined;
  })[];
}
