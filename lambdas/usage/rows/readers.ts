import { requestLogReader } from './request-log';
import { usageHourReader } from './usage-hours';

export const usageReaders = { UsageHour: usageHourReader, RequestLog: requestLogReader };
