import * as z from 'zod';
import { listedValues } from '../../../core/contract/lists';
import { integer, PageToken, textList } from '../../../core/contract/schemas/params';

/** 31-bit Unix seconds. */
const MAX_TIME = 2 ** 31 - 1;
const MAX_LISTED = 64;
/** Each address is a list to read. */
const MAX_LISTED_IN_BODY = 256;
/** Fits well into a Lambda response. */
const MAX_PAGE = 1_000;
const CB58 = '[1-9A-HJ-NP-Za-km-z]';

export { NetworkName } from './network-name';

const chainForm = 'must be p-chain, x-chain, c-chain, or the blockchain ID of one of them in cb58';
/** Handlers check which chain. */
export const PrimaryChainId = z
  .string({ error: chainForm })
  .regex(new RegExp(`^([pxc]-chain|${CB58}{32,60})$`), chainForm)
  .meta({ description: 'p-chain, or its blockchain id in cb58. Other chains are not indexed.', example: 'p-chain' });

export const XChainId = PrimaryChainId.meta({
  description: 'x-chain, or its blockchain id in cb58.',
  example: 'x-chain',
});

/** Handlers verify the checksum. `what` completes "must be". */
export const Cb58Id = (what: string, example: string) =>
  z
    .string()
    .regex(new RegExp(`^${CB58}{32,60}$`), `must be ${what} in cb58 (base58 with a checksum)`)
    .meta({ description: `In cb58: ${what}.`, example });
export const AssetId = Cb58Id('an asset ID', 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z');
export const SubnetId = Cb58Id('a subnet ID', '11111111111111111111111111111111LpoYY');
export const ValidationId = Cb58Id('a validation ID', 'BsSpTd1SDvdhaoYAuKJvRj1WnoRyu8mAuMZeuz9g7brGj6KhX');

/** Handlers verify the checksum. */
export const NodeId = z
  .string()
  .regex(new RegExp(`^NodeID-${CB58}{24,40}$`), 'must be a node ID: NodeID- and base58 with a checksum')
  .meta({ description: 'A node id.', example: 'NodeID-111111111111111111116DBWJs' });

/** Handlers verify the checksum of an id. */
export const PChainBlockId = z
  .string()
  .regex(new RegExp(`^(\\d{1,10}|${CB58}{32,60})$`), 'must be a block height in decimal digits, or a block ID in cb58')
  .transform((text): { number: number } | { id: string } =>
    /^\d{1,10}$/.test(text) ? { number: Number(text) } : { id: text },
  )
  .meta({
    description: 'Block height in decimal digits, or block id in cb58.',
    example: '5615di9ytxujackzaXNrVuWQy5y8Yrt8chPCscMr5Ku9YxJ1S',
  });

const listed = (form: RegExp, what: string, most = MAX_LISTED) =>
  textList(z.string().regex(form, `must be ${what}`), most);
export const P_CHAIN_ADDRESS = {
  form: /^(P-)?[a-z]{1,20}1[02-9ac-hj-np-z]{38}$/,
  what: 'a P-Chain address in bech32, with or without P-',
} as const;
/** Longer than any address. */
const MAX_ADDRESS_LENGTH = 128;
/** Only limits the length: handlers check the format, once they know the chain. */
const pChainAddresses = (most: number) => textList(z.string().max(MAX_ADDRESS_LENGTH, 'must be an address'), most);
const addressesMeta = (most: number) => ({
  type: 'string' as const,
  description: `Up to ${most} P-Chain addresses, with or without P-, comma-separated or repeated.`,
  example: 'avax1h2ccj9f5ay5acl6tyn9mwmw32p8wref8vl8ctg',
});
/** Handlers check format, checksum and network. */
export const PChainAddresses = pChainAddresses(MAX_LISTED).meta(addressesMeta(MAX_LISTED));
/** A body allows more addresses than a URL. */
export const PChainAddressesRequest = z
  .strictObject({
    addresses: z
      .string({ error: 'is required' })
      .transform((text) => listedValues([text]))
      .pipe(pChainAddresses(MAX_LISTED_IN_BODY).refine((addresses) => addresses.length > 0, 'is required'))
      .meta({
        ...addressesMeta(MAX_LISTED_IN_BODY),
        description: `Up to ${MAX_LISTED_IN_BODY} P-Chain addresses, with or without P-, comma-separated.`,
      }),
  })
  .meta({
    id: 'PrimaryNetworkAddressesRequest',
    description: 'P-Chain addresses.',
  });
export const NodeIdParts = listed(/^[A-Za-z0-9-]{1,47}$/, 'a node ID or a part of one').meta({
  description: `Up to ${MAX_LISTED} node ids or parts of them, comma-separated or repeated.`,
  type: 'string',
  example: 'NodeID-111111111111111111116DBWJs,NodeID-222222222222222222227DBWJs',
});

/** Handlers verify the checksums. */
export const NodeIds = listed(
  new RegExp(`^NodeID-${CB58}{24,40}$`),
  'a node ID: NodeID- and base58 with a checksum',
).meta({
  description: `Up to ${MAX_LISTED} node ids, comma-separated or repeated.`,
  type: 'string',
  example: 'NodeID-111111111111111111116DBWJs,NodeID-222222222222222222227DBWJs',
});

const time = integer(0, MAX_TIME);
export const TimeRange = {
  startTimestamp: time.optional().meta({
    description: 'Earliest block time, inclusive, Unix time in seconds.',
    example: 1_689_541_049,
  }),
  endTimestamp: time.optional().meta({
    description: 'Latest block time, exclusive, Unix time in seconds.',
    example: 1_689_800_249,
  }),
};
export const Timestamp = time.optional().meta({
  description:
    'Only blocks of this second, Unix time in seconds. Cannot be combined with startTimestamp or endTimestamp.',
  example: 1_689_541_049,
});

export const BalanceTime = time.optional().meta({
  description:
    'Return the balances at this time, Unix time in seconds. Default, or 0: after the last block, with locks evaluated at the current time, as nodes do.',
  example: 1_689_541_049,
});

/** Larger pages, because most clients want all subnets and blockchains. */
export const LargePaging = {
  pageToken: PageToken,
  pageSize: integer(1, 10_000)
    .transform((size) => Math.min(size, MAX_PAGE))
    .default(100)
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: 10_000,
      description: `Rows per page; values above ${MAX_PAGE} are treated as ${MAX_PAGE}.`,
    }),
};
