import { requestLogReader } from './request-log';
import { usageHourReader } from './usage-hours';

/** Readers of the usage endpoints, by entity. */
export const usageReaders = { UsageHour: usageHourReader, RequestLog: requestLogReader };
