import * as z from 'zod';
import { decimal } from '../../../core/contract/schemas/fields';
import { uint256 } from '../../../core/contract/schemas/params';

/** Which side of a movement an address is on. */
const DIRECTIONS = ['from', 'to'] as const;
/** The ways in which a transaction can concern an address. */
const KINDS = ['native', 'erc20', 'erc721', 'erc1155', 'internal', 'logs'] as const;
/** Which side of a movement an address is on. */
export type Direction = (typeof DIRECTIONS)[number];
/** A way in which a transaction can concern an address. */
export type ActivityKind = (typeof KINDS)[number];

/** Kinds that `minValue` can be compared with: the others move no amount of a currency. */
const WITH_VALUE: readonly ActivityKind[] = ['native', 'erc20', 'internal'];

/** 10^18 wei. */
const ONE_COIN = '1000000000000000000';

const direction = z
  .enum(DIRECTIONS, { error: 'must be from or to' })
  .meta({ id: 'ActivityDirection', description: 'Which side of a movement an address is on.' });
const kind = z
  .enum(KINDS, { error: `must be one of ${KINDS.join(', ')}` })
  .meta({ id: 'ActivityKind', description: 'A way in which a transaction can concern an address.' });
const descriptions = {
  directions:
    'from: a watched address is the sender; to: it is the recipient, or the contract that was created. The contract that emitted a log, and the token of a transfer, have no direction and do not pass.',
  kinds:
    'native: the sender of the transaction, its recipient or the contract that it created. erc20, erc721, erc1155: the sender or recipient of a token transfer, or its token contract. internal: a party of an internal transaction; needs includeInternalTxs. logs: the contract that emitted a log.',
  minValue:
    'The least amount, as a decimal integer: wei for native and internal, the token’s smallest unit for erc20. What has no amount does not pass. A transaction that failed moved nothing, so its amount is 0.',
  emptyInput:
    'Only transactions with empty input data, which call no function. With kinds native and minValue 1: wallet-to-wallet transactions.',
};

/** Filters as answers show them. */
export const ActivityFilters = z
  .object({
    directions: z.array(direction).optional().meta({ description: descriptions.directions }),
    kinds: z.array(kind).optional().meta({ description: descriptions.kinds }),
    minValue: decimal(descriptions.minValue, ONE_COIN).optional(),
    emptyInput: z.literal(true).optional().meta({ description: descriptions.emptyInput }),
  })
  .meta({ id: 'AddressActivityFilters', description: 'Which transactions a webhook is sent.' });
/** Which transactions a webhook is sent, of those that name its addresses. */
export type ActivityFilters = z.infer<typeof ActivityFilters>;

/** A list of words, each once. */
const toList = <T extends z.ZodType<string>>(word: T) =>
  z
    .array(word)
    .min(1, 'must name at least one')
    .superRefine((words, context) => {
      const twice = words.find((one, i) => words.indexOf(one) !== i);
      if (twice) context.addIssue({ code: 'custom', message: `${twice} is listed twice` });
    })
    .meta({ uniqueItems: true });

/** Filters as requests give them. What could match nothing, or leave a part of it unfiltered, is refused. */
export const FiltersRequest = z
  .strictObject({
    directions: toList(direction).optional().meta({ description: descriptions.directions }),
    kinds: toList(kind).optional().meta({ description: descriptions.kinds }),
    minValue: uint256('an amount').optional().meta({ description: descriptions.minValue, example: ONE_COIN }),
    emptyInput: z.literal(true, { error: 'must be true, or absent' }).optional().meta({
      description: descriptions.emptyInput,
    }),
  })
  .superRefine(({ kinds = [], ...filters }, context) => {
    const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (kinds.length === 0 && Object.keys(filters).length === 0) refuse([], 'must have at least one filter');
    const without = kinds.find((one) => !WITH_VALUE.includes(one));
    if (filters.minValue !== undefined && without)
      refuse(['minValue'], `cannot be combined with kind ${without}, which has no amount`);
    if (filters.directions && kinds.includes('logs'))
      refuse(['directions'], 'cannot be combined with kind logs, which has no direction');
  })
  .meta({
    id: 'AddressActivityFiltersRequest',
    description:
      'Which transactions are sent: those that name a watched address in at least one way that passes all of these filters, such as being the recipient (to) of an ERC-20 transfer (erc20) of at least minValue. A message still contains the whole transaction. Where there are eventSignatures, a transaction must pass both. An extension of this service.',
    example: { kinds: ['erc721', 'erc1155'], directions: ['to'] },
  });
