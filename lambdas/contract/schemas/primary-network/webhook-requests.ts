import * as z from 'zod';
import { NetworkName, NodeId, P_CHAIN_ADDRESS, PrimaryChainId, SubnetId } from './params';
import { AddressSubEvent, ThresholdBalance, ValidatorKeyType, ValidatorSubEvent } from './sub-events';

/** Keys that one request may name; the plan may allow fewer. */
const MAX_KEYS = 1_000;
/** Nodes or subnets that narrow what a webhook of validators is told of. */
const MAX_NARROWING = 100;

const subEvents = <T extends typeof AddressSubEvent | typeof ValidatorSubEvent>(names: T) =>
  z
    .array(names, { error: 'must be a list of sub-events' })
    .min(1, 'must name at least one sub-event')
    .max(names.options.length, `must be at most ${names.options.length} sub-events, each once`)
    .meta({ description: 'What it is told of.' });
const threshold = z
  .string({ error: 'must be nAVAX in decimal digits' })
  .regex(/^[1-9]\d{0,19}$/, 'must be nAVAX in decimal digits, above 0');
const eventSignatures = z
  .array(z.string().meta({ description: 'A topic.', example: `0x${'00'.repeat(32)}` }))
  .max(0, 'must be absent or empty: the P-chain has no event signatures')
  .optional()
  .meta({ description: 'Empty, or absent: the P-chain has no event signatures.' });
const network = NetworkName.meta({ description: 'mainnet, fuji, or a network of the configuration.' });
/** The message where something is no object at all; what is wrong within it keeps its own. */
const objectError = (message: string) => ({
  error: ({ code }: { readonly code?: string }) => (code === 'invalid_type' ? message : undefined),
});

const ThresholdFilter = z
  .strictObject({
    balanceType: ThresholdBalance,
    balanceThreshold: threshold.meta({
      description: 'The message is sent when the balance falls below this: nAVAX, as decimal text.',
      example: '1000000000',
    }),
  })
  .meta({ id: 'PrimaryNetworkBalanceThresholdFilterRequest', description: 'When balance_threshold is sent.' });

/** What a request for a webhook of addresses of a P-chain has, beside what every webhook has. */
export const primaryNetworkAddressActivity = {
  network,
  chainId: PrimaryChainId,
  metadata: z
    .strictObject({
      keyType: z.literal('addresses', { error: 'must be addresses' }).meta({ description: 'What the keys are.' }),
      keys: z
        .array(
          z
            .string()
            .regex(P_CHAIN_ADDRESS.form, `must be ${P_CHAIN_ADDRESS.what}`)
            .meta({ description: 'An address.', example: 'P-avax1h2ccj9f5ay5acl6tyn9mwmw32p8wref8vl8ctg' }),
          { error: 'must be a list of addresses' },
        )
        .min(1, 'must name at least one address')
        .max(MAX_KEYS, `must be at most ${MAX_KEYS} addresses`)
        .meta({ description: 'The addresses, in bech32, with or without P-.' }),
      subEvents: z
        .strictObject(
          { addressActivitySubEvents: subEvents(AddressSubEvent) },
          objectError('must have addressActivitySubEvents'),
        )
        .meta({ id: 'PrimaryNetworkAddressActivitySubEventsRequest', description: 'What it is told of.' }),
      balanceThresholdFilter: ThresholdFilter.optional().meta({ description: 'Needed for balance_threshold.' }),
      eventSignatures,
    })
    .refine(
      ({ subEvents: { addressActivitySubEvents: asked }, balanceThresholdFilter: given }) =>
        given !== undefined || !asked.includes('balance_threshold'),
      { path: ['balanceThresholdFilter'], error: 'is needed for the sub-event balance_threshold' },
    )
    .meta({ id: 'PrimaryNetworkAddressActivityMetadataRequest', description: 'What is watched.' }),
};

/** What a request for a webhook of validators has, beside what every webhook has. */
export const validatorActivity = {
  network,
  metadata: z
    .strictObject({
      keyType: ValidatorKeyType,
      keys: z
        .array(z.string().meta({ description: 'The id of a node, or of a subnet.', example: NodeId.meta()?.example }), {
          error: 'must be a list',
        })
        .length(1, 'must be exactly one id')
        .meta({ description: 'The id of the node, or of the subnet.' }),
      subEvents: z
        .strictObject(
          { validatorActivitySubEvents: subEvents(ValidatorSubEvent) },
          objectError('must have validatorActivitySubEvents'),
        )
        .meta({ id: 'ValidatorActivitySubEventsRequest', description: 'What it is told of.' }),
      nodeIds: z
        .array(NodeId)
        .min(1, 'must name at least one node')
        .max(MAX_NARROWING, `must be at most ${MAX_NARROWING} nodes`)
        .optional()
        .meta({ description: 'Only validators of these nodes.' }),
      subnetIds: z
        .array(SubnetId)
        .min(1, 'must name at least one subnet')
        .max(MAX_NARROWING, `must be at most ${MAX_NARROWING} subnets`)
        .optional()
        .meta({ description: 'Only validators of these subnets.' }),
      l1ValidatorFeeBalanceThreshold: threshold.optional().meta({
        description:
          'Needed for l1_validator_balance_threshold, which is sent when a balance falls below this: nAVAX, as decimal text.',
        example: '1000000000',
      }),
      eventSignatures,
    })
    .refine(
      ({ subEvents: { validatorActivitySubEvents: asked }, l1ValidatorFeeBalanceThreshold: given }) =>
        given !== undefined || !asked.includes('l1_validator_balance_threshold'),
      { path: ['l1ValidatorFeeBalanceThreshold'], error: 'is needed for the sub-event l1_validator_balance_threshold' },
    )
    .meta({ id: 'ValidatorActivityMetadataRequest', description: 'What is watched.' }),
};
