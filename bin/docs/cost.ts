import { SLICE_BLOCKS } from '../../lambdas/chain/domain/history-plan';
import { MAX_TABLE_UNITS } from '../../lambdas/chain/follower/pace';
import { PRICES_OF, toDollars, type Usage } from '../../lambdas/core/contract/prices';
import { DEPLOYED } from '../../lib/chain-defaults';

/** Where the counts are kept. */
export const COST_COUNTS = 'docs/cost-counts.json';

/** What was counted, each of one: what `npm run bench -- --cost --write` keeps in docs/cost-counts.json. */
export interface CostCounts {
  readonly measuredOn: string;
  /** An hour of a chain that is polled each second and has no blocks. */
  readonly idleHour: {
    /** To the table, of all functions. */
    readonly requests: number;
    /** Of the follower. */
    readonly readUnits: number;
    readonly writeUnits: number;
    readonly nodeCalls: number;
  };
  /** Write units: a block without transactions at the head and in history, and what each of the others adds. */
  readonly indexing: {
    readonly block: number;
    readonly historyBlock: number;
    readonly transaction: number;
    readonly transfer: number;
    /** At the head, besides write units. */
    readonly perBlock: { readonly s3Write: number; readonly event: number; readonly queueCall: number };
  };
  /** Of pages of 100. */
  readonly reads: readonly {
    readonly endpoint: string;
    readonly requests: number;
    readonly readUnits: number;
    readonly bytes: number;
  }[];
  /** A message of a burst, and one that is alone in its block. */
  readonly webhooks: Readonly<Record<'burst' | 'alone', DeliveryCounts>>;
  /** A row of an export. */
  readonly exportedRow: {
    readonly readUnits: number;
    readonly writeUnits: number;
    readonly bytes: number;
    readonly ms: number;
  };
}
/** What a message took in matcher and sender. `ms`: that their functions ran. */
export interface DeliveryCounts {
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly queueCalls: number;
  readonly ms: number;
}

/** What is assumed, as it cannot be counted here. */
const ASSUMED = {
  handlerSeconds: 0.01,
  requestSeconds: 0.005,
  authorizerSeconds: 0.002,
  handlerGb: 0.5,
  authorizerGb: 0.25,
  senderGb: 0.5,
  headerBytes: 600,
  logBytes: 1_200,
  messageLogBytes: 200,
  /** Bytes of a message to a receiver, with its headers. */
  messageBytes: 1_600,
};
/** The C-chain: blocks and transactions since its first block, transfers of tokens by each, and calls to its node by block. */
const C_CHAIN = { blocks: 100_000_000, transactions: 1_200_000_000, transfersPerTransaction: 1.5, callsPerBlock: 2 };
/** Write units a second: what a backfill uses by default, and what DynamoDB takes of a table by default. */
const RATES = [DEPLOYED.backfillWriteUnitsPerSecond, 10_000, MAX_TABLE_UNITS];

const GB = 1e9;
const MILLION = 1e6;
const dollars = (value: number): string =>
  `$${value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
const aMillion = (usage: Usage): string => dollars(toDollars(usage) * MILLION);
const digits = (value: number): string => String(Math.round(value * 100) / 100);
const line = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

/** What a request of the API uses. */
const readUsage = ({ requests, readUnits, bytes }: CostCounts['reads'][number]): Usage => ({
  apiRequest: 1,
  invocation: 2,
  readUnit: readUnits,
  gbSecond:
    (ASSUMED.handlerSeconds + requests * ASSUMED.requestSeconds) * ASSUMED.handlerGb +
    ASSUMED.authorizerSeconds * ASSUMED.authorizerGb,
  gbOut: (bytes + ASSUMED.headerBytes) / GB,
  logGb: ASSUMED.logBytes / GB,
});

/** What a message to a webhook uses. */
const deliveryUsage = ({ readUnits, writeUnits, queueCalls, ms }: DeliveryCounts): Usage => ({
  readUnit: readUnits,
  writeUnit: writeUnits,
  queueCall: queueCalls,
  gbSecond: (ms / 1_000) * ASSUMED.senderGb,
  gbOut: ASSUMED.messageBytes / GB,
  logGb: ASSUMED.messageLogBytes / GB,
});

/** docs/cost.md. */
export function costPage(counts: CostCounts): string {
  const { idleHour, indexing, reads, webhooks, exportedRow } = counts;
  const { block, historyBlock, transaction, transfer, perBlock } = indexing;
  const perTransaction = transaction + C_CHAIN.transfersPerTransaction * transfer;
  const inBlock = C_CHAIN.transactions / C_CHAIN.blocks;
  const atHead: Usage = {
    writeUnit: perTransaction + block / inBlock,
    ...Object.fromEntries(Object.entries(perBlock).map(([name, count]) => [name, count / inBlock])),
  };
  const historyUnits = C_CHAIN.blocks * historyBlock + C_CHAIN.transactions * perTransaction;
  const history: Usage = { writeUnit: historyUnits, s3Write: C_CHAIN.blocks / SLICE_BLOCKS };
  const rows = [
    ...['# What it costs', ''],
    `Generated from \`docs/cost-counts.json\` (counted on ${counts.measuredOn} by \`npm run bench -- --cost --write\`) and the prices of ${PRICES_OF} in \`lambdas/core/contract/prices.ts\`: us-east-1, on demand, without free tiers. Storage comes on top. What the deployment costs while nobody calls it is printed at synthesis.`,
    ...[
      '',
      '## A million of each',
      '',
      line('what', 'counted of one', 'dollars a million'),
      line('---', '---', '---:'),
    ],
    line(
      'transactions indexed at the head, native transfers',
      `${digits(transaction)} WRU`,
      aMillion({ writeUnit: transaction }),
    ),
    line('token transfers, in addition', `${digits(transfer)} WRU`, aMillion({ writeUnit: transfer })),
    line(
      'blocks without transactions, at the head',
      `${digits(block)} WRU, ${digits(perBlock.s3Write)} objects, ${digits(perBlock.event)} events, ${digits(perBlock.queueCall)} calls of queues`,
      aMillion({ writeUnit: block, ...perBlock }),
    ),
    line(
      `transactions of the C-chain at the head (${inBlock} a block, ${C_CHAIN.transfersPerTransaction} transfers each)`,
      `${digits(atHead.writeUnit ?? 0)} WRU`,
      aMillion(atHead),
    ),
    line(
      'webhook messages in bursts',
      `${digits(webhooks.burst.writeUnits)} WRU, ${digits(webhooks.burst.readUnits)} RRU, ${digits(webhooks.burst.queueCalls)} calls of queues`,
      aMillion(deliveryUsage(webhooks.burst)),
    ),
    line(
      'webhook messages, each alone in its block',
      `${digits(webhooks.alone.writeUnits)} WRU, ${digits(webhooks.alone.readUnits)} RRU, ${digits(webhooks.alone.queueCalls)} calls of queues`,
      aMillion(deliveryUsage(webhooks.alone)),
    ),
    line(
      'rows exported',
      `${digits(exportedRow.readUnits)} RRU, ${digits(exportedRow.bytes)} bytes`,
      aMillion({
        readUnit: exportedRow.readUnits,
        writeUnit: exportedRow.writeUnits,
        gbSecond: (exportedRow.ms / 1_000) * ASSUMED.handlerGb,
        gbOut: exportedRow.bytes / GB,
      }),
    ),
    ...[
      '',
      '## A million requests',
      '',
      line('endpoint, pages of 100', 'requests to the table', 'RRU', 'bytes', 'dollars a million'),
    ],
    line('---', '---:', '---:', '---:', '---:'),
    ...reads.map((read) =>
      line(
        read.endpoint,
        digits(read.requests),
        digits(read.readUnits),
        Math.round(read.bytes),
        aMillion(readUsage(read)),
      ),
    ),
    '',
    `$3.50 of each are API Gateway's. Assumed: a function of 512 MB that takes ${ASSUMED.handlerSeconds * 1_000} ms and waits ${ASSUMED.requestSeconds * 1_000} ms for each request to the table, the authorizer ${ASSUMED.authorizerSeconds * 1_000} ms, ${ASSUMED.logBytes.toLocaleString('en-US')} bytes of logs. A request that is the first in 100 ms of its function reads the chain's cursor too, half a unit more. Logging and counting a million requests costs $0.16 to $0.63 more from a million a month on ([decision 34](decisions/0034-access-log-by-firehose.md)).`,
    ...['', '## An hour of a quiet chain', ''],
    `Polled each second, without a block: ${Math.round(idleHour.requests)} requests to the table, of which the follower's take ${Math.round(idleHour.readUnits)} RRU and ${Math.round(idleHour.writeUnits)} WRU, and ${Math.round(idleHour.nodeCalls)} calls to the node; a month of these units is ${dollars(toDollars({ writeUnit: idleHour.writeUnits * 24 * 30, readUnit: idleHour.readUnits * 24 * 30 }))}.`,
    ...['', '## The whole history of the C-chain', ''],
    `${C_CHAIN.blocks / MILLION} million blocks with ${(C_CHAIN.transactions / 1e9).toFixed(1)} billion transactions, of which each is taken to have ${C_CHAIN.transfersPerTransaction} token transfers: ${(historyUnits / 1e9).toFixed(1)} billion WRU and ${((history.s3Write ?? 0) / MILLION).toFixed(1)} million objects, ${dollars(toDollars(history))}; ${(C_CHAIN.blocks * C_CHAIN.callsPerBlock) / MILLION} million calls to the node for blocks and receipts, besides balances, of which each is read once.`,
    ...['', line('write units a second', 'days'), line('---:', '---:')],
    ...RATES.map((rate) => line(rate.toLocaleString('en-US'), (historyUnits / rate / 86_400).toFixed(1))),
    '',
    '`backfillWriteUnitsPerSecond` is 2,000 by default. A worker in a function of 512 MB indexes some 2,000 transfers a second: for more than 10,000 write units a second raise `backfillWorkers` too. DynamoDB takes 40,000 of a table unless AWS raises the quota.',
  ];
  return `${rows.join('\n')}\n`;
}
