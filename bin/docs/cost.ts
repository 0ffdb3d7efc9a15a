import { SLICE_BLOCKS } from '../../lambdas/chain/domain/history-plan';
import { MAX_TABLE_UNITS } from '../../lambdas/chain/follower/pace';
import { PRICES_OF, toDollars, type Usage } from '../../lambdas/core/contract/prices';
import { DEPLOYED } from '../../lib/chain-defaults';

export const COST_COUNTS = 'docs/cost-counts.json';

/** Written by `npm run bench -- --cost --write`. */
export interface CostCounts {
  readonly measuredOn: string;
  /** Polled every second. `requests`: of all functions; the rest is the follower's. */
  readonly idleHour: {
    readonly requests: number;
    readonly readUnits: number;
    readonly writeUnits: number;
    readonly nodeCalls: number;
  };
  /** Write units of an empty block (at the head, in history), and additional ones of a transaction and a transfer. */
  readonly indexing: {
    readonly block: number;
    readonly historyBlock: number;
    readonly transaction: number;
    readonly transfer: number;
    readonly perBlock: { readonly s3Write: number; readonly event: number; readonly queueCall: number };
  };
  readonly reads: readonly {
    readonly endpoint: string;
    readonly requests: number;
    readonly readUnits: number;
    readonly bytes: number;
  }[];
  /** In a burst, and alone in its block. */
  readonly webhooks: Readonly<Record<'burst' | 'alone', DeliveryCounts>>;
  readonly exportedRow: {
    readonly readUnits: number;
    readonly writeUnits: number;
    readonly bytes: number;
    readonly ms: number;
  };
}
/** Of matcher and sender per message. `ms`: run time of their functions. */
export interface DeliveryCounts {
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly queueCalls: number;
  readonly ms: number;
}

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
  messageBytes: 1_600,
};
/** Totals since genesis; transfers and calls are assumed. */
const C_CHAIN = { blocks: 100_000_000, transactions: 1_200_000_000, transfersPerTransaction: 1.5, callsPerBlock: 2 };
/** A backfill's default, 10,000, and DynamoDB's default quota per table. */
const RATES = [DEPLOYED.backfillWriteUnitsPerSecond, 10_000, MAX_TABLE_UNITS];

const GB = 1e9;
const MILLION = 1e6;
const dollars = (value: number): string =>
  `$${value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
const aMillion = (usage: Usage): string => dollars(toDollars(usage) * MILLION);
const digits = (value: number): string => String(Math.round(value * 100) / 100);
const line = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

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

const deliveryUsage = ({ readUnits, writeUnits, queueCalls, ms }: DeliveryCounts): Usage => ({
  readUnit: readUnits,
  writeUnit: writeUnits,
  queueCall: queueCalls,
  gbSecond: (ms / 1_000) * ASSUMED.senderGb,
  gbOut: ASSUMED.messageBytes / GB,
  logGb: ASSUMED.messageLogBytes / GB,
});

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
    ...['# Cost', ''],
    `Generated from \`docs/cost-counts.json\` (measured on ${counts.measuredOn} by \`npm run bench -- --cost --write\`) and the prices of ${PRICES_OF} in \`lambdas/core/contract/prices.ts\`: us-east-1, on demand, without free tiers or storage. Synthesis prints the cost of an idle deployment.`,
    ...[
      '',
      '## Cost per million',
      '',
      line('unit', 'usage per unit', 'dollars per million'),
      line('---', '---', '---:'),
    ],
    line('native transfers indexed at the head', `${digits(transaction)} WRU`, aMillion({ writeUnit: transaction })),
    line('token transfers, additional', `${digits(transfer)} WRU`, aMillion({ writeUnit: transfer })),
    line(
      'empty blocks at the head',
      `${digits(block)} WRU, ${digits(perBlock.s3Write)} objects, ${digits(perBlock.event)} events, ${digits(perBlock.queueCall)} queue calls`,
      aMillion({ writeUnit: block, ...perBlock }),
    ),
    line(
      `C-Chain transactions at the head (${inBlock} per block, ${C_CHAIN.transfersPerTransaction} transfers each)`,
      `${digits(atHead.writeUnit ?? 0)} WRU`,
      aMillion(atHead),
    ),
    line(
      'webhook messages in bursts',
      `${digits(webhooks.burst.writeUnits)} WRU, ${digits(webhooks.burst.readUnits)} RRU, ${digits(webhooks.burst.queueCalls)} queue calls`,
      aMillion(deliveryUsage(webhooks.burst)),
    ),
    line(
      'webhook messages, each alone in its block',
      `${digits(webhooks.alone.writeUnits)} WRU, ${digits(webhooks.alone.readUnits)} RRU, ${digits(webhooks.alone.queueCalls)} queue calls`,
      aMillion(deliveryUsage(webhooks.alone)),
    ),
    line(
      'exported rows',
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
      '## Cost per million requests',
      '',
      line('endpoint, pages of 100', 'table requests', 'RRU', 'bytes', 'dollars per million'),
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
    `API Gateway is $3.50 of each. Assumptions: a 512 MB function that takes ${ASSUMED.handlerSeconds * 1_000} ms and waits ${ASSUMED.requestSeconds * 1_000} ms for each table request, an authorizer of ${ASSUMED.authorizerSeconds * 1_000} ms, ${ASSUMED.logBytes.toLocaleString('en-US')} bytes of logs. The first request within 100 ms of a function also reads the chain's cursor, half a unit more. Beyond a million requests a month, logging and usage counting add $0.16 to $0.63 per million ([decision 34](decisions/0034-access-log-by-firehose.md)).`,
    ...['', '## An hour of an idle chain', ''],
    `Polled every second, without blocks: ${Math.round(idleHour.requests)} table requests (the follower's use ${Math.round(idleHour.readUnits)} RRU and ${Math.round(idleHour.writeUnits)} WRU) and ${Math.round(idleHour.nodeCalls)} calls to the node. A month of these units costs ${dollars(toDollars({ writeUnit: idleHour.writeUnits * 24 * 30, readUnit: idleHour.readUnits * 24 * 30 }))}.`,
    ...['', '## The full history of the C-Chain', ''],
    `${C_CHAIN.blocks / MILLION} million blocks with ${(C_CHAIN.transactions / 1e9).toFixed(1)} billion transactions, assuming ${C_CHAIN.transfersPerTransaction} token transfers each: ${(historyUnits / 1e9).toFixed(1)} billion WRU and ${((history.s3Write ?? 0) / MILLION).toFixed(1)} million objects cost ${dollars(toDollars(history))}. It takes ${(C_CHAIN.blocks * C_CHAIN.callsPerBlock) / MILLION} million calls to the node for blocks and receipts, and one per balance.`,
    ...['', line('write units per second', 'days'), line('---:', '---:')],
    ...RATES.map((rate) => line(rate.toLocaleString('en-US'), (historyUnits / rate / 86_400).toFixed(1))),
    '',
    '`backfillWriteUnitsPerSecond` is 2,000 by default. A worker in a 512 MB function indexes about 2,000 transfers per second: beyond 10,000 write units per second, raise `backfillWorkers` too. The default quota of DynamoDB is 40,000 per table.',
  ];
  return `${rows.join('\n')}\n`;
}
