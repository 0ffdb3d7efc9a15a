// One execution environment of one function. Plain JavaScript, so that it starts without a loader.
import { openSync, writeSync } from 'node:fs';
import { format } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';

const { module, exportName, logFile, functionName, arn, memory } = workerData;
// Written at once and not through the parent: a kill or a timeout must not take the last lines with it.
const log = openSync(logFile, 'a');
const write = (text) => {
  writeSync(log, text);
  return true;
};
let requestId = '';

const describe = (error) => ({
  errorType: error.name ?? 'Error',
  errorMessage: error.message,
  stackTrace: String(error.stack ?? '').split('\n'),
  ...error,
});
const replacer = (_key, value) =>
  value instanceof Error ? describe(value) : typeof value === 'bigint' ? String(value) : value;

function writeLine(level, values) {
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

const loading = import(module);
loading.catch(() => undefined); // each invocation reports it

parentPort.on('message', async ({ id, event, deadline }) => {
  requestId = id;
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
    const handler = (await loading)[exportName];
    if (typeof handler !== 'function') throw new Error(`${module} exports no function ${exportName}.`);
    const result = await handler(JSON.parse(event), context);
    parentPort.postMessage({ id, result: JSON.stringify(result ?? null) });
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    writeLine('ERROR', [error]);
    parentPort.postMessage({ id, error: { type: error.name, message: error.message } });
  }
});
