// A thread for functions with the same asset, variables and memory. It runs one call at a time. Plain JavaScript, so that
// it starts without a loader.
import { AsyncLocalStorage } from 'node:async_hooks';
import { openSync, writeSync } from 'node:fs';
import http from 'node:http';
import nodeModule from 'node:module';
import { format } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { requestsThrough } from './store-requests.mjs';

if (workerData.codeCache) nodeModule.enableCompileCache?.(workerData.codeCache);

// Work that a function leaves running still logs under that function.
const calls = new AsyncLocalStorage();
const logs = new Map();
let last;
// Written synchronously and not through the parent, so that a kill or a timeout does not lose the last lines.
const write = (text) => {
  const { logFile } = calls.getStore() ?? last;
  if (!logs.has(logFile)) logs.set(logFile, openSync(logFile, 'a'));
  writeSync(logs.get(logFile), text);
  return true;
};

// Calls of AWS services carry the function's name, by which its role is found: functions share a thread, and with it the
// SDK's clients and their credentials.
const { request } = http;
const requestStore = requestsThrough(workerData.store.port);
const { host: storeHost } = new URL(workerData.store.url);
http.request = (options, ...more) => {
  if (!String(options?.headers?.authorization).startsWith('AWS4-')) return request(options, ...more);
  const { functionName } = calls.getStore() ?? last;
  if (options.headers.host === storeHost) return requestStore(options, functionName, ...more);
  return request({ ...options, headers: { ...options.headers, [workerData.callerHeader]: functionName } }, ...more);
};
nodeModule.syncBuiltinESMExports();

const describe = (error) => ({
  errorType: error.name ?? 'Error',
  errorMessage: error.message,
  stackTrace: String(error.stack ?? '').split('\n'),
  ...error,
});
const replacer = (_key, value) =>
  value instanceof Error ? describe(value) : typeof value === 'bigint' ? String(value) : value;

function writeLine(level, values) {
  const { id: requestId } = calls.getStore() ?? last;
  const head = { timestamp: new Date().toISOString(), level, requestId };
  const error = values.find((value) => value instanceof Error);
  const line =
    values.length === 1
      ? { ...head, message: values[0] }
      : { ...head, message: format(...values), ...(error ? describe(error) : {}) };
  write(`${JSON.stringify(line, replacer)}\n`);
}

const levels = { trace: 'TRACE', debug: 'DEBUG', log: 'INFO', info: 'INFO', warn: 'WARN', error: 'ERROR' };
for (const [method, level] of Object.entries(levels)) console[method] = (...values) => writeLine(level, values);
process.stdout.write = process.stderr.write = (chunk, encoding, callback) => {
  const done = typeof encoding === 'function' ? encoding : callback;
  write(String(chunk));
  done?.();
  return true;
};

const known = new Set();
const load = async ({ module, exportName }) => {
  try {
    const handler = (await import(module))[exportName];
    if (typeof handler !== 'function') throw new Error(`${module} exports no function ${exportName}.`);
    return handler;
  } finally {
    if (known.size === 0) parentPort.postMessage('loaded');
  }
};

const run = async (call) => {
  const { id, event, deadline, functionName, arn, memory } = call;
  const context = {
    awsRequestId: id,
    callbackWaitsForEmptyEventLoop: true,
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: arn,
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    memoryLimitInMB: String(memory),
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  };
  try {
    const handler = await load(call);
    const result = await handler(JSON.parse(event), context);
    parentPort.postMessage({ id, result: JSON.stringify(result ?? null) });
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    writeLine('ERROR', [error]);
    parentPort.postMessage({ id, error: { type: error.name, message: error.message } });
  }
  // V8's code cache is flushed once the code has run, because the thread may be terminated at any time.
  if (!known.has(functionName)) nodeModule.flushCompileCache?.();
  known.add(functionName);
};

parentPort.on('message', (call) => {
  last = call;
  process.env.AWS_LAMBDA_FUNCTION_NAME = call.functionName;
  calls.run(call, () => run(call));
});
