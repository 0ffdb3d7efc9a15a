import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { EXPOSED_HEADERS } from '../../../core/contract/answer-headers';
import { ApiError } from '../../../core/contract/errors';
import { resendingIn } from '../../../core/contract/form-key';
import { isKeyGiven } from '../../../core/http/key-in-request';
import { requestFields } from '../../../core/http/request-fields';
import { getUrl } from '../../../core/http/request-url';
import { log } from '../../../core/runtime/log';
import { postEtherscan } from '../../contract/endpoints';
import { errorAnswer, refusal } from './answers';
import { formIn } from './parameters-in';

/** Below the function's own timeout. */
const TIMEOUT_MS = 25_000;
const PASSED = [...EXPOSED_HEADERS, 'content-type', 'cache-control', 'access-control-allow-origin'];
const PRINTABLE = /^[\x21-\x7e]+$/;

/**
 * API Gateway looks the key up before anything reads a body. A form without a key outside of it is therefore sent once
 * more, with its key as a header: to API Gateway's own domain, so never to a host that a caller names. undefined for
 * any other request.
 */
export async function resentForm(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult | undefined> {
  const resending = resendingIn(event.requestContext.authorizer ?? {});
  if (!resending) return undefined;
  const key = keyIn(formIn(event)) ?? resending.keyWithout;
  if (!PRINTABLE.test(key)) return errorAnswer(refusal('Invalid API Key'));
  const query = new URLSearchParams(
    Object.entries(event.multiValueQueryStringParameters ?? {}).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    ),
  );
  try {
    const answer = await fetch(`${getUrl(event)}?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', [resending.keyHeader]: key },
      body: event.isBase64Encoded ? Buffer.from(event.body ?? '', 'base64') : (event.body ?? ''),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const headers = PASSED.flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    return { statusCode: answer.status, headers: Object.fromEntries(headers), body: await answer.text() };
  } catch (error) {
    log.error('resending a form failed', { ...requestFields(postEtherscan.id, event), error });
    return errorAnswer(new ApiError(500, 'the service could not answer; the failure is logged'));
  }
}

const keyIn = (form: URLSearchParams): string | undefined =>
  [...form].find(([name, value]) => name.toLowerCase() === 'apikey' && isKeyGiven(value))?.[1];
