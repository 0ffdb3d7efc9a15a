import type { APIGatewayProxyResult } from 'aws-lambda';
import { CACHE_CONTROL, COMMON_HEADERS } from '../../../core/contract/answer-headers';
import { ApiError } from '../../../core/contract/errors';

export const ok = (result: unknown) => ({ status: '1', message: 'OK', result });

export const notOk = (result: string) => ({ status: '0', message: 'NOTOK', result });

/** Clients take an empty list for an error unless its message is the one they know. */
export const listed = (rows: readonly unknown[], none = 'No transactions found') =>
  rows.length > 0 ? ok(rows) : { status: '0', message: none, result: [] };

/** Refuses a request with a text for the caller; the status is 200. */
export const refusal = (message: string) => new ApiError(400, message);

/**
 * Status 200, as clients of this dialect expect: they read the body alone. Only a failure of the service itself, which
 * an operator has to see, keeps its status.
 */
export const errorAnswer = ({ statusCode, message }: ApiError): APIGatewayProxyResult => ({
  statusCode: statusCode === 500 ? 500 : 200,
  headers: { ...COMMON_HEADERS, 'cache-control': CACHE_CONTROL.never, 'content-type': 'application/json' },
  body: JSON.stringify(notOk(message)),
});
