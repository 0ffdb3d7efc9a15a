import * as z from 'zod';
import { listedValues } from '../../../core/contract/lists';
import { integer, PageToken, textList } from '../../../core/contract/schemas/params';

/** The largest time that a filter takes: Unix seconds of 31 bits. */
const MAX_TIME = 2 ** 31 - 1;
/** Addresses and node ids of one request. */
const MAX_LISTED = 64;
/** Addresses of a request with a body: each is a list to read. */
const MAX_LISTED_IN_BODY = 256;
/** Rows of one page of a list that allows large ones: what an answer of Lambda holds with ease. */
const MAX_PAGE = 1_000;
const CB58 = '[1-9A-HJ-NP-Za-km-z]';

export { NetworkName } from './network-name';

const chainForm = 'must be p-chain, x-chain, c-chain, or the id of one of them in cb58';
/** A chain of the primary network. Handlers check which. */
export const PrimaryChainId = z
  .string({ error: chainForm })
  .regex(new RegExp(`^([pxc]-chain|${CB58}{32,60})$`), chainForm)
  .meta({ description: 'p-chain, or its id in cb58. Other chains are not indexed.', example: 'p-chain' });

/** A chain of the primary network where only the X-chain has what is asked for. */
export const XChainId = PrimaryChainId.meta({ description: 'x-chain, or its id in cb58.', example: 'x-chain' });

/** An id of 32 bytes. Handlers check its checksum. `what` completes "must be". */
export const Cb58Id = (what: string, example: string) =>
  z
    .string()
    .regex(new RegExp(`^${CB58}{32,60}$`), `must be ${what} in cb58: base58 with a checksum`)
    .meta({ description: `In cb58: ${what}.`, example });
/** The id of an asset. */
export const AssetId = Cb58Id('the id of an asset', 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z');
/** The id of a subnet or L1. */
export const SubnetId = Cb58Id('the id of a subnet', '11111111111111111111111111111111LpoYY');
/** What an L1 validator is known by. */
export const ValidationId = Cb58Id('the id of a validation', 'BsSpTd1SDvdhaoYAuKJvRj1WnoRyu8mAuMZeuz9g7brGj6KhX');

/** The id of a node. Handlers check its checksum. */
export const NodeId = z
  .string()
  .regex(new RegExp(`^NodeID-${CB58}{24,40}$`), 'must be the id of a node: NodeID- and base58 with a checksum')
  .meta({ description: 'The id of a node.', example: 'NodeID-111111111111111111116DBWJs' });

/** The height of a block, or its id, whose checksum handlers check. */
export const PChainBlockId = z
  .string()
  .regex(
    new RegExp(`^(\\d{1,10}|${CB58}{32,60})$`),
    'must be the height of a block in decimal digits, or its id in cb58',
  )
  .transform((text): { number: number } | { id: string } =>
    /^\d{1,10}$/.test(text) ? { number: Number(text) } : { id: text },
  )
  .meta({
    description: 'Height of a block, in decimal digits, or its id in cb58.',
    example: '5615di9ytxujackzaXNrVuWQy5y8Yrt8chPCscMr5Ku9YxJ1S',
  });

/** Texts of one form. `what` completes "must be". */
const listed = (form: RegExp, what: string, most = MAX_LISTED) =>
  textList(z.string().regex(form, `must be ${what}`), most);
/** The form of an address of the P-chain, and what it is called. */
export const P_CHAIN_ADDRESS = {
  form: /^(P-)?[a-z]{1,20}1[02-9ac-hj-np-z]{38}$/,
  what: 'an address of the P-chain in bech32, with or without P-',
} as const;
/** Longer than any address. */
const MAX_ADDRESS_LENGTH = 128;
/** Handlers check the form too, once they know that the chain is indexed: addresses of other chains have other forms. */
const pChainAddresses = (most: number) => textList(z.string().max(MAX_ADDRESS_LENGTH, 'must be addresses'), most);
const addressesMeta = (most: number) => ({
  type: 'string' as const,
  description: `Up to ${most} addresses of the P-chain, with or without P-, separated by commas or given repeatedly.`,
  example: 'avax1h2ccj9f5ay5acl6tyn9mwmw32p8wref8vl8ctg',
});
/** Addresses of the P-chain. Handlers check their form, their checksums and their network. */
export const PChainAddresses = pChainAddresses(MAX_LISTED).meta(addressesMeta(MAX_LISTED));
/** The same in the body of a request, where more fit than in a URL. */
export const PChainAddressesRequest = z
  .strictObject({
    addresses: z
      .string({ error: 'must be given' })
      .transform((text) => listedValues([text]))
      .pipe(pChainAddresses(MAX_LISTED_IN_BODY).refine((addresses) => addresses.length > 0, 'must be given'))
      .meta({
        ...addressesMeta(MAX_LISTED_IN_BODY),
        description: `Up to ${MAX_LISTED_IN_BODY} addresses of the P-chain, with or without P-, separated by commas.`,
      }),
  })
  .meta({
    id: 'PrimaryNetworkAddressesRequest',
    description: 'Addresses of the P-chain.',
  });
/** Node ids, or parts of such. */
export const NodeIdParts = listed(/^[A-Za-z0-9-]{1,47}$/, 'the id of a node, or a part of one').meta({
  description: `Up to ${MAX_LISTED} ids of nodes, or parts of them, separated by commas or given repeatedly.`,
  type: 'string',
  example: 'NodeID-111111111111111111116DBWJs,NodeID-222222222222222222227DBWJs',
});

/** Whole node ids. Handlers check their checksums. */
export const NodeIds = listed(
  new RegExp(`^NodeID-${CB58}{24,40}$`),
  'the id of a node: NodeID- and base58 with a checksum',
).meta({
  description: `Up to ${MAX_LISTED} ids of nodes, separated by commas or given repeatedly.`,
  type: 'string',
  example: 'NodeID-111111111111111111116DBWJs,NodeID-222222222222222222227DBWJs',
});

const time = integer(0, MAX_TIME);
/** The times of a list, Unix seconds. */
export const TimeRange = {
  startTimestamp: time.optional().meta({
    description: 'Inclusive: the earliest block time of the list, Unix time in seconds.',
    example: 1_689_541_049,
  }),
  endTimestamp: time.optional().meta({
    description: 'Exclusive: the list ends with what is before it, Unix time in seconds.',
    example: 1_689_800_249,
  }),
};
/** One second, Unix time in seconds. */
export const Timestamp = time.optional().meta({
  description:
    'Blocks of this second alone, Unix time in seconds. It goes with neither startTimestamp nor endTimestamp.',
  example: 1_689_541_049,
});

/** When balances are asked for, Unix time in seconds. */
export const BalanceTime = time.optional().meta({
  description:
    'The balances as they were at this time, Unix time in seconds. Without it, or with 0: after the last block, with locks as of now, as nodes judge them.',
  example: 1_689_541_049,
});

/** The two parameters of the lists of subnets and blockchains: larger pages, as most readers want all. */
export const LargePaging = {
  pageToken: PageToken,
  pageSize: integer(1, 10_000)
    .transform((size) => Math.min(size, MAX_PAGE))
    .default(100)
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: 10_000,
      description: `Rows a page, of which there are at most ${MAX_PAGE}.`,
    }),
};
