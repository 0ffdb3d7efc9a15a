import * as z from 'zod';
import { idOfCb58 } from '../../core/domain/cb58';
import { getAddress } from '../domain/bech32-address';
import { toNodeId } from '../domain/node-id';
import type { ToldBlockchain, ToldL1Validator, ToldStake, ToldSubnet } from '../domain/seed';

/** Text that must be something, as `read` finds it. */
const readAs = <T>(read: (text: string) => T | undefined, what: string) =>
  z.string().transform((text, context): T => {
    const found = read(text);
    if (found !== undefined) return found;
    context.addIssue(`must be ${what}`);
    return z.NEVER;
  });
const id = readAs(idOfCb58, 'an id');
const nodeId = readAs(toNodeId, 'a node id');
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
  // Stakes that the owner of a subnet makes have no rewards.
  potentialReward: amount.default(0n),
  accruedDelegateeReward: amount.default(0n),
  autoCompoundRewardShares: integer.optional(),
  nextPeriod: amount.optional(),
};
const stakeIn = (told: z.output<z.ZodObject<typeof stakeFields>>): Omit<ToldStake, 'subnetId'> => {
  const { autoCompoundRewardShares: compoundShares, nextPeriod } = told;
  return {
    txId: told.txID,
    nodeId: told.nodeID,
    start: told.startTime,
    end: told.endTime,
    weight: told.weight,
    potentialReward: told.potentialReward,
    delegateeReward: told.accruedDelegateeReward,
    ...(compoundShares === undefined || nextPeriod === undefined ? {} : { renewal: { compoundShares, nextPeriod } }),
  };
};

/** The forms of a node's answers about its state, of a network with such addresses (bech32). */
export function toldSchemas(hrp: string) {
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
    .transform(({ delegatorCount, delegators, ...told }) => ({ ...stakeIn(told), delegatorCount, delegators }));
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
    .transform(({ validationID: validationId, nodeID, startTime: start, ...told }) => ({
      validationId,
      nodeId: nodeID,
      start,
      ...told,
    }));
  return {
    feeState: z
      .object({ excess: z.int().min(0), timestamp: z.iso.datetime({ offset: true }) })
      .transform(({ excess, timestamp }) => ({ excess: BigInt(excess), time: Date.parse(timestamp) / 1_000 })),
    supply: z.object({ supply: amount }).transform(({ supply }) => supply),
    /** Their ids, without that of the primary network. */
    subnets: z
      .object({ subnets: z.array(z.object({ id })) })
      .transform(({ subnets }) => subnets.map((one) => one.id).filter((one) => one !== NO_ID)),
    /** One of them, and the transaction that transformed it. */
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
      .transform(({ controlKeys: addresses, threshold, locktime, ...told }) => ({
        owner: { locktime, threshold, addresses } satisfies ToldSubnet['owner'],
        ...(told.conversionID === NO_ID
          ? {}
          : { conversion: { managerChainId: told.managerChainID, managerAddress: told.managerAddress ?? '0x' } }),
        ...(told.subnetTransformationTxID === NO_ID ? {} : { transformedBy: told.subnetTransformationTxID }),
      })),
    blockchains: z
      .object({
        blockchains: z.array(z.object({ id, name: z.string(), subnetID: id, vmID: id })),
      })
      .transform(({ blockchains }) =>
        blockchains.map((one): ToldBlockchain => {
          return { blockchainId: one.id, name: one.name, subnetId: one.subnetID, vmId: one.vmID };
        }),
      ),
    /** The validators of a network: those with a stake, each with how many delegate to it, and those of an L1. */
    validators: z.object({ validators: z.array(z.union([l1Validator, validator])) }).transform(({ validators }) => ({
      l1Validators: validators.flatMap((one) => ('validationId' in one ? [one] : [])),
      stakes: validators.flatMap((one) => ('validationId' in one ? [] : [one])),
    })),
  };
}

/** What a node tells of the validators of one network. */
export interface ToldValidators {
  readonly l1Validators: readonly Omit<ToldL1Validator, 'subnetId'>[];
  readonly stakes: readonly (Omit<ToldStake, 'subnetId'> & {
    readonly delegatorCount: number;
    readonly delegators?: readonly Omit<ToldStake, 'subnetId'>[] | null | undefined;
  })[];
}
