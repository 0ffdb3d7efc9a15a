import * as z from 'zod';
import { decimal } from '../../../core/contract/schemas/fields';
import { uint256 } from '../../../core/contract/schemas/params';

const DIRECTIONS = ['from', 'to'] as const;
const KINDS = ['native', 'erc20', 'erc721', 'erc1155', 'internal', 'logs'] as const;
export type Direction = (typeof DIRECTIONS)[number];
export type ActivityKind = (typeof KINDS)[number];

/** The other kinds have no fungible amount. */
const WITH_VALUE: readonly ActivityKind[] = ['native', 'erc20', 'internal'];

const ONE_COIN = '1000000000000000000';

const direction = z
  .enum(DIRECTIONS, { error: 'must be from or to' })
  .meta({ id: 'ActivityDirection', description: 'Side of a transfer that a watched address is on.' });
const kind = z
  .enum(KINDS, { error: `must be one of ${KINDS.join(', ')}` })
  .meta({ id: 'ActivityKind', description: 'How a transaction can involve an address.' });
const descriptions = {
  directions:
    'from: a watched address is the sender; to: it is the recipient or the created contract. The emitter of a log and the token contract of a transfer have no direction and do not match.',
  kinds:
    'native: sender, recipient or created contract of the transaction. erc20, erc721, erc1155: sender, recipient or token contract of a transfer. internal: a party to an internal transaction; requires includeInternalTxs. logs: emitter of a log.',
  minValue:
    'Minimum amount, as a decimal integer: wei for native and internal, the token’s smallest unit for erc20. Activity without an amount does not match. A failed transaction transferred nothing, so its amount is 0.',
  emptyInput:
    'Match only transactions with empty input data. Combined with kinds native and minValue 1: plain wallet-to-wallet transfers.',
};

export const ActivityFilters = z
  .object({
    directions: z.array(direction).optional().meta({ description: descriptions.directions }),
    kinds: z.array(kind).optional().meta({ description: descriptions.kinds }),
    minValue: decimal(descriptions.minValue, ONE_COIN).optional(),
    emptyInput: z.literal(true).optional().meta({ description: descriptions.emptyInput }),
  })
  .meta({ id: 'AddressActivityFilters', description: 'Which transactions the webhook receives.' });
export type ActivityFilters = z.infer<typeof ActivityFilters>;

const toList = <T extends z.ZodType<string>>(word: T) =>
  z
    .array(word)
    .min(1, 'must have at least one entry')
    .superRefine((words, context) => {
      const twice = words.find((one, i) => words.indexOf(one) !== i);
      if (twice) context.addIssue({ code: 'custom', message: `${twice} is listed twice` });
    })
    .meta({ uniqueItems: true });

/** Rejects combinations that match nothing, or that would not filter some of the kinds. */
export const FiltersRequest = z
  .strictObject({
    directions: toList(direction).optional().meta({ description: descriptions.directions }),
    kinds: toList(kind).optional().meta({ description: descriptions.kinds }),
    minValue: uint256('an amount').optional().meta({ description: descriptions.minValue, example: ONE_COIN }),
    emptyInput: z.literal(true, { error: 'must be true or absent' }).optional().meta({
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
      'A transaction matches if it involves a watched address in at least one way that passes all of these filters, such as being the recipient (to) of an ERC-20 transfer (erc20) of at least minValue. Messages still contain the whole transaction. With eventSignatures, a transaction must pass both. An extension of this service.',
    example: { kinds: ['erc721', 'erc1155'], directions: ['to'] },
  });
