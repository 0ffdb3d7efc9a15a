import type { Attributes } from './span';

/** `failsFrom`: the lowest status that counts as a failure. */
export const toHttpStatus = (status: number, failsFrom: number): Attributes => ({
  'http.response.status_code': status,
  ...(status >= failsFrom ? { 'error.type': String(status) } : {}),
});
