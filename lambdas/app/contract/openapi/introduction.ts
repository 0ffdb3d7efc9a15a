import type { Config } from '../../../core/contract/config';
import { plansTable } from '../../../core/contract/plans-table';
import { PAGE } from '../../../core/contract/schemas/params';

/** What the document says of a deployment. */
export type DocumentConfig = Pick<Config, 'plans' | 'readUnitsWithoutKey' | 'keyHeaders' | 'contractVersion'>;

/** What a reader needs before the first call, as Markdown. */
export const introduction = ({
  plans,
  readUnitsWithoutKey,
  keyHeaders,
}: DocumentConfig): string => `Indexed data of EVM chains.

**Keys.** Send your API key in the header ${keyHeaders.map((name) => `\`${name}\``).join(' or ')}. The operator of this service issues keys. Without one the anonymous plan applies, whose rate all anonymous callers share; webhooks need a key.

**Plans.**

${plansTable(plans)}

**Rates.** A request above the rate of the plan, or above its day, is answered 429, with the seconds to wait in \`Retry-After\`. \`x-compute-units\` of an operation says how heavy it is; it is not metered.

**Size.** \`x-read-units\` of an operation is the most that one request to it may read, in units of 8 kB; without an API key it is ${readUnitsWithoutKey} units at most. Few requests come near: sums over thousands of outputs, or large pages of many addresses. A list that reaches half of it ends its page early, with a \`nextPageToken\`. What would need more is refused with 400, and the message says how to ask for less: nothing is ever left out of a sum.

**Paging.** Lists give up to \`pageSize\` rows (${PAGE.default} unless asked; ${PAGE.max} at most, where nothing else is said) and \`nextPageToken\` while there is more: send it back as \`pageToken\` with the same parameters. A page may be short and still have a \`nextPageToken\`. Rows that arrive meanwhile are neither skipped nor repeated.

**Lists.** A parameter that takes several values takes them repeated, separated by commas, or both.

**Unknown parameters.** Endpoints that anyone may read ignore what they do not know and name it in \`x-ignored-parameters\`: look there if a filter does nothing. Wrong values of known parameters are refused.

**Headers of answers.** \`x-request-id\` finds a request in the service's logs. \`x-indexed-block\` is the last block of its chain that an answer could show. \`RateLimit-Policy\` says what the plan of a key allows. An answer that can never change may be kept for a year (\`cache-control\`), and every other one has an \`ETag\`: send it as \`If-None-Match\`, and the answer is 304 while nothing changed.

**Errors.** Each has the body \`{message, statusCode, error}\`.

**Formats.** Times are Unix seconds where nothing else is said. Amounts are decimal text in the smallest unit, since JSON numbers would lose digits. Addresses are accepted in any case and answered with a checksum (EIP-55). A field without a value is absent, not null. New fields, and new operations, may be added at any time: ignore what you do not know.`;
