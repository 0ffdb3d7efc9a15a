import { createServer, type Server } from 'node:http';
import type { CallLog } from '../calls';
import { readBody } from '../http';
import { CALLER_HEADER, type Judge } from '../iam/roles';
import { perform } from './actions';
import { apiError, isApiError } from './api-error';
import type { Disk } from './disk';
import type { Store } from './store';

/** The DynamoDB endpoint: JSON over HTTP, without checking signatures. */
export function createDynamoServer(store: Store, calls: CallLog, judge: Judge, disk: Pick<Disk, 'synced'>): Server {
  return createServer(async (request, response) => {
    const text = (await readBody(request)).toString();
    const call = String(request.headers['x-amz-target'] ?? '').replace(/^DynamoDB_\d+\./, '');
    const { fails, done } = calls.enter(`dynamodb:${call}`, text);
    let status = 200;
    let answer: Record<string, unknown>;
    try {
      if (fails) throw new Error('this call was to fail');
      const body = JSON.parse(text) as Record<string, unknown>;
      answer = await perform(store, call, body, (accesses) => {
        const denial = judge(request.headers[CALLER_HEADER], accesses);
        if (denial === undefined) return;
        calls.deny(`dynamodb:${call}`);
        throw apiError('AccessDeniedException', denial);
      });
      // Under a condition stand the writes that others rely on: a cursor's step, a claim, a settlement.
      if (body.ConditionExpression !== undefined || call === 'TransactWriteItems') await disk.synced();
    } catch (error) {
      status = isApiError(error) ? error.statusCode : 500;
      answer = isApiError(error) ? error.body : { __type: 'InternalServerError', message: String(error) };
    }
    done();
    const json = JSON.stringify(answer);
    response.writeHead(status, {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(json),
    });
    response.end(json);
  });
}
