import { badRequest } from '../../../core/contract/errors';
import { toDay } from '../../../core/domain/day';
import { MAX_EXPORT_DAYS } from '../../contract/exports';
import type { ExportRequest } from '../../contract/schemas';
import { daysOfExport, InvalidDate } from '../../domain/dates';
import type { Deps } from '../implement';

/** Days since 1970 (UTC), both inclusive. Throws 400 with the field's name. */
export function exportDays({ now }: Pick<Deps, 'now'>, body: ExportRequest): { firstDay: number; lastDay: number } {
  try {
    const { first, last } = daysOfExport(body, toDay(now()), MAX_EXPORT_DAYS);
    return { firstDay: first, lastDay: last };
  } catch (error) {
    if (error instanceof InvalidDate) throw badRequest(error.field, error.message);
    throw error;
  }
}
