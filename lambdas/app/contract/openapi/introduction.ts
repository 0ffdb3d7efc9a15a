import type { Config } from '../../../core/contract/config';
import { plansTable } from '../../../core/contract/plans-table';
import { PAGE } from '../../../core/contract/schemas/params';

export type DocumentConfig = Pick<Config, 'plans' | 'readUnitsWithoutKey' | 'keyHeaders' | 'contractVersion'>;

export const introduction = ({
  plans,
  readUnitsWithoutKey,
  keyHeaders,
}: DocumentConfig): string => `Indexed data of EVM chains and of the P-Chain.

**Keys.** Send your API key in the header ${keyHeaders.map((name) => `\`${name}\``).join(' or ')}. The operator of this service issues keys. Without one the anonymous plan applies, and all anonymous callers share its rate; webhooks require a key.

**Plans.**

${plansTable(plans)}

**Rates.** Requests above the plan's rate or daily quota get a 429 with the seconds to wait in \`Retry-After\`. \`x-compute-units\` of an operation says how heavy it is; it is not metered.

**Size.** \`x-read-units\` of an operation is the most that one request may read, in units of 8 kB; without an API key the limit is ${readUnitsWithoutKey} units. Few requests come close: sums over thousands of outputs, or large pages for many addresses. A list that reaches half of the limit ends its page early with a \`nextPageToken\`. Requests that would need more are rejected with 400, and the message says how to narrow them: sums are never partial.

**Paging.** Lists return up to \`pageSize\` rows (default ${PAGE.default}, at most ${PAGE.max} unless documented otherwise) and a \`nextPageToken\` while there are more: send it back as \`pageToken\` with the same parameters. A page may be short and still have a \`nextPageToken\`. Rows that arrive between pages are neither skipped nor repeated.

**Lists.** Parameters with several values accept them repeated, comma-separated, or both.

**Unknown parameters.** Endpoints that anyone may read ignore unknown parameters and name them in \`x-ignored-parameters\`: look there if a filter has no effect. Invalid values of known parameters are rejected.

**Response headers.** \`x-request-id\` identifies a request in the service's logs. \`x-indexed-block\` is the latest block of the chain that the response can reflect. \`RateLimit-Policy\` states the limits of the key's plan. A response that can never change may be cached for a year (\`cache-control\`); every other one has an \`ETag\`: send it as \`If-None-Match\` to get a 304 while nothing has changed.

**Errors.** All errors have the body \`{message, statusCode, error}\`.

**Formats.** Times are Unix seconds unless stated otherwise. Amounts are decimal text in the smallest unit, because JSON numbers lose precision. Addresses are accepted in any case and returned with a checksum (EIP-55). A field without a value is absent, not null. Fields and operations may be added at any time: ignore unknown ones.`;
