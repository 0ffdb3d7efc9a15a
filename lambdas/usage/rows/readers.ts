import { requestLogReader } from './request-log';
import { usageHourReader } from './usage-hours';

/** Readers that endpoints of usage use, by entity. */
export const usageReaders = { UsageHour: usageHourReader, RequestLog: requestLogReader };
