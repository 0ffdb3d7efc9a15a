import { readFileSync } from 'node:fs';
import { endpoints } from '../../lambdas/app/contract/registry';
import type { Config } from '../../lambdas/core/contract/config';
import { markdownTable } from '../../lambdas/core/contract/markdown';
import { plansTable } from '../../lambdas/core/contract/plans-table';
import { PAGE } from '../../lambdas/core/contract/schemas/params';
import { ACTIONS, type ActionSpec, UNSUPPORTED } from '../../lambdas/etherscan/contract/actions';
import { PAGE_START_MINUTES, WINDOW } from '../../lambdas/etherscan/contract/window';
import * as exporting from '../../lambdas/exports/contract/exports';
import {
  LEDGER_COLUMNS,
  SIMPLE_COLUMNS,
  STAKING_COLUMNS,
} from '../../lambdas/exports/contract/primary-network-exports';
import * as delivery from '../../lambdas/webhooks/contract/delivery';
import { retryAfterSeconds } from '../constructs/gateway-responses';

export type GuideConfig = Pick<
  Config,
  'name' | 'plans' | 'contractVersion' | 'openEndpoints' | 'preflight' | 'readUnitsWithoutKey' | 'keyHeaders'
>;

const NUMBER = new Intl.NumberFormat('en');
const count = (value: number): string => NUMBER.format(value);

const [MINUTE, HOUR] = [60, 3_600];
function inWords(seconds: number): string {
  if (seconds < MINUTE) return `${count(seconds)} seconds`;
  const [value, unit] = seconds < HOUR ? [seconds / MINUTE, 'minute'] : [seconds / HOUR, 'hour'];
  return `${count(value)} ${unit}${value === 1 ? '' : 's'}`;
}

function retriesTable(): string {
  let since = 0;
  const rows = delivery.RETRY_DELAYS_SECONDS.map((delay, retry) => {
    since += delay;
    const unit = since < 2 * HOUR ? MINUTE : HOUR;
    const all = since === delay ? inWords(since) : `about ${inWords(Math.round(since / unit) * unit)}`;
    return [String(retry + 2), inWords(delay), all];
  });
  return markdownTable(['attempt', 'after the previous', 'after the first'], [['1', '', 'immediately'], ...rows]);
}

const columnsTable = (columns: Readonly<Record<string, string>>): string =>
  markdownTable(
    ['column', 'content'],
    Object.entries(columns).map(([name, text]) => [`\`${name}\``, text]),
  );

const actionsTable = (): string =>
  markdownTable(
    ['module', 'action', 'parameters', 'answer'],
    Object.entries(ACTIONS).flatMap(([module, actions]) =>
      Object.entries<ActionSpec>(actions).map(([action, { summary, differs, parameters }]) => [
        `\`${module}\``,
        `\`${action}\``,
        Object.keys(parameters.shape)
          .map((name) => `\`${name}\``)
          .join(', '),
        differs === undefined ? summary : `${summary} ${differs}`,
      ]),
    ),
  );

const unsupportedActions = (): string =>
  Object.entries(UNSUPPORTED)
    .map(([name, reason]) => `\`${name}\` (${reason})`)
    .join(', ');

function sample(file: string): string {
  const language = { mjs: 'js', py: 'python', go: 'go' }[file.split('.').at(-1) ?? ''] ?? '';
  return `\`\`\`\`${language}\n${readFileSync(`docs/${file}`, 'utf8').trimEnd()}\n\`\`\`\``;
}

function maxPageSize(id: string): number {
  const schema = endpoints.find((endpoint) => endpoint.id === id)?.query.shape.pageSize;
  const allowed = (size: number) => schema?.safeParse(String(size)).success === true;
  let size = PAGE.max;
  while (allowed(size + 1)) size++;
  return size;
}

export const figures = (config: GuideConfig): Readonly<Record<string, string>> => ({
  plans: plansTable(config.plans),
  retries: retriesTable(),
  'openEndpoints.rate': count(config.openEndpoints.rate),
  'head.rate': count(config.preflight.rate),
  'readUnits.withoutKey': count(config.readUnitsWithoutKey),
  'pageSize.default': count(PAGE.default),
  'pageSize.max': count(PAGE.max),
  'balances.max': count(maxPageSize('listErc20Balances')),
  'retryAfter.rate': count(retryAfterSeconds('THROTTLED')),
  'retryAfter.quota': count(retryAfterSeconds('QUOTA_EXCEEDED')),
  'retryAfter.address': count(retryAfterSeconds('WAF_FILTERED')),
  attempts: count(delivery.RETRY_DELAYS_SECONDS.length + 1),
  jitter: count(delivery.RETRY_JITTER * 100),
  maxRetryAfter: count(delivery.MAX_RETRY_AFTER_SECONDS / HOUR),
  timeout: count(delivery.RECEIVER_TIMEOUT_SECONDS),
  answerSeconds: count(delivery.ANSWER_BODY_SECONDS),
  answerBytes: count(delivery.MAX_ANSWER_BYTES),
  refusedRemovals: count(delivery.MAX_REFUSED_REMOVALS),
  deadAfter: count(delivery.DEAD_AFTER_FAILURES),
  probe: count(delivery.PROBE_INTERVAL_SECONDS),
  giveUp: count(delivery.GIVE_UP_AFTER_DAYS),
  slow: count(delivery.SLOW_SECONDS),
  'places.well': count(delivery.PLACES.well),
  'places.slow': count(delivery.PLACES.slow),
  'places.failing': count(delivery.PLACES.failing),
  retention: count(delivery.MESSAGE_RETENTION_DAYS),
  webhookRetention: count(delivery.WEBHOOK_RETENTION_DAYS),
  overlap: count(delivery.SECRET_OVERLAP_HOURS),
  tracesTimeout: count(delivery.TRACES_TIMEOUT_SECONDS),
  maxWait: count(delivery.MAX_WAIT_SECONDS),
  'exports.evmColumns': columnsTable(exporting.EVM_COLUMNS),
  'exports.ledgerColumns': columnsTable(LEDGER_COLUMNS),
  'exports.simpleColumns': columnsTable(SIMPLE_COLUMNS),
  'exports.stakingColumns': columnsTable(STAKING_COLUMNS),
  'exports.days': count(exporting.MAX_EXPORT_DAYS),
  'exports.addresses': count(exporting.MAX_EXPORT_ADDRESSES),
  'exports.hours': count(exporting.EXPORT_TIMEOUT_HOURS),
  'exports.fileDays': count(exporting.EXPORT_FILE_DAYS),
  'exports.operationDays': count(exporting.OPERATION_RETENTION_DAYS),
  'exports.urlMinutes': count(exporting.DOWNLOAD_URL_SECONDS / MINUTE),
  'etherscan.actions': actionsTable(),
  'etherscan.unsupported': unsupportedActions(),
  'etherscan.window': count(WINDOW),
  'etherscan.minutes': count(PAGE_START_MINUTES),
  'rows.mjs': sample('samples/rows.mjs'),
  'verify.mjs': sample('receivers/verify.mjs'),
  'receiver.mjs': sample('receivers/receiver.mjs'),
  'receiver.py': sample('receivers/receiver.py'),
  'receiver.go': sample('receivers/receiver.go'),
  'puller.mjs': sample('receivers/puller.mjs'),
  'puller.py': sample('receivers/puller.py'),
  'puller.go': sample('receivers/puller.go'),
});
