import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { runtimeConfig } from '../../core/config/runtime';
import { requestFields } from '../../core/http/request-fields';
import { resultWithin, systemTimer } from '../../core/runtime/clock';
import { log } from '../../core/runtime/log';
import { inRequestSpan, prepareSpans } from '../../core/telemetry/root-spans';
import { CODE } from '../../pchain/contract/rpc-errors';
import { NODE_TIMEOUT_MS } from '../../pchain/contract/rpc-limits';
import { answerText, failure } from '../../pchain/domain/json-rpc/answer';
import { createCalls } from '../serving/calls';
import { createDeps } from '../serving/deps';
import { serve } from '../serving/serve';
import { admit, jsonAnswer, withRequestId } from '../serving/transport';

/** Longer than NODE_TIMEOUT_MS, to leave time for the table and SSM. */
const REQUEST_TIMEOUT_MS = 4_500;

const deps = createDeps();
const calls = createCalls({ ...deps, timer: systemTimer });
prepareSpans();

export const handler = (event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> =>
  inRequestSpan({ method: event.httpMethod, path: event.resource }, event, async () =>
    withRequestId(event, await answerTo(event)),
  );

async function answerTo(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const began = performance.now();
  // Drop the caller's text: `target` below has the configured network.
  const { chain: _, ...request } = requestFields('nodeRpc', event);
  const admitted = admit(event, runtimeConfig().pChains);
  if ('answer' in admitted) {
    log.info('request', { ...request, statusCode: admitted.answer.statusCode });
    return admitted.answer;
  }
  const { body, target } = admitted;
  const { asked, meter } = deps;
  const before = { ...meter, ...asked };
  const served = await resultWithin(
    serve(calls, body, target, AbortSignal.timeout(NODE_TIMEOUT_MS)),
    REQUEST_TIMEOUT_MS,
  );
  const failed = served?.calls === 1 && served.errors[CODE.internalError] !== undefined;
  const statusCode = served ? (failed ? 500 : 200) : 503;
  log.info('request', {
    ...request,
    ...target,
    statusCode,
    calls: served?.calls,
    errors: served?.errors,
    ms: Math.round(performance.now() - began),
    nodeCalls: asked.nodeCalls - before.nodeCalls,
    requests: meter.requests - before.requests,
    readUnits: meter.readUnits - before.readUnits,
    writeUnits: meter.writeUnits - before.writeUnits,
  });
  if (served) return jsonAnswer(served.text, statusCode);
  log.error('the table or SSM did not answer in time', { ...request, ...target });
  const late = failure(CODE.internalError, 'the service did not answer in time');
  return jsonAnswer(`${answerText(late, undefined)}\n`, statusCode);
}
