import { ApiError } from '../../../core/contract/errors';
import type { Caller } from '../../../core/contract/key-text';
import type { Deps } from '../implement';

/** Throws 403 if the caller's plan does not allow exports. */
export function exportLimits(
  { limits }: Pick<Deps, 'limits'>,
  { plan }: Caller,
): { readonly exports: number; readonly exportRows: number } {
  const own = limits[plan];
  if (own.exports === 0 || own.exportRows === 0)
    throw new ApiError(403, `the plan ${plan} does not include exports; use a key with a larger plan`);
  return own;
}
