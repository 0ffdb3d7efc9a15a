// Runs one call at a time. Plain JavaScript, so that it starts without a loader.
import { AsyncLocalStorage } from 'node:async_hooks';
import { openSync, writeSync } from 'node:fs';
import http from 'node:http';
import nodeModule from 'node:module';
import { format } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { collectGarbage } from '../garbage.mjs';
import { storeSettings } from './store-settings.mjs';

if (workerData.codeCache) nodeModule.enableCompileCache?.(workerData.codeCache);

// Work that a function leaves running still logs under that function.
const calls = new AsyncLocalStorage();
let last;
const current = () => calls.getStore() ?? last;
const logs = new Map();
// Written synchronously and directly, so that a kill or timeout does not lose the last lines.
const write = (text) => {
  const { logFile } = current().options;
  // Before the call's result, so that no metric is missing once it has ended.
  if (workerData.marks.some((mark) => text.includes(mark))) parentPort.postMessage({ log: text });
  try {
    if (!logs.has(logFile)) logs.set(logFile, openSync(logFile, 'a'));
    writeSync(logs.get(logFile), text);
  } catch {
    // The disk is full: continue. If the store cannot write either, it ends the service.
  }
  return true;
};

// Functions share AWS clients, so calls carry the function's name for its role. Presigned URLs disclose the access key
// ID, so the runner's token replaces it.
const { request } = http;
// Functions are bundled: only a global can pass something to their modules.
globalThis[Symbol.for('chain-data-service.dynamodb')] = storeSettings(workerData.store, () => current().name);
http.request = (options, ...more) => {
  if (!String(options?.headers?.authorization).startsWith('AWS4-')) return request(options, ...more);
  const { name } = current();
  const authorization = options.headers.authorization.replace(/Credential=[^/]*/, `Credential=${workerData.token}`);
  return request(
    { ...options, headers: { ...options.headers, authorization, [workerData.callerHeader]: name } },
    ...more,
  );
};
nodeModule.syncBuiltinESMExports();

// Each function sees its own variables.
Object.defineProperty(process, 'env', { get: () => current()?.options.environment ?? {} });

// Imports from a module's asset resolve to the same copy. Before Node 22.15 only the handler modules are copied.
nodeModule.registerHooks?.({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    const copy = context.parentURL?.startsWith('file:') && new URL(context.parentURL).searchParams.get(workerData.copy);
    if (!copy || !resolved.url.startsWith('file:')) return resolved;
    const url = new URL(resolved.url);
    url.searchParams.set(workerData.copy, copy);
    return { ...resolved, url: url.href };
  },
});

const describe = (error) => ({
  errorType: error.name ?? 'Error',
  errorMessage: error.message,
  stackTrace: String(error.stack ?? '').split('\n'),
  ...error,
});
const replacer = (_key, value) =>
  value instanceof Error ? describe(value) : typeof value === 'bigint' ? String(value) : value;

function writeLine(level, values) {
  const { id: requestId } = current();
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

// V8 would keep an idle thread's garbage, mostly from loading modules, until it needs more.
const QUIET_MS = 10_000;
let quiet;

/** By name; the handler is set once it is loaded. */
const functions = new Map();
const load = async ({ module, exportName }) => {
  try {
    const handler = (await import(module))[exportName];
    if (typeof handler !== 'function') throw new Error(`${module} exports no function ${exportName}.`);
    return handler;
  } finally {
    if (functions.size === 1) parentPort.postMessage('loaded');
  }
};

const run = async ({ id, name, event, deadline, options }) => {
  const isFirst = options.handler === undefined;
  const context = {
    awsRequestId: id,
    callbackWaitsForEmptyEventLoop: true,
    functionName: name,
    functionVersion: '$LATEST',
    invokedFunctionArn: options.arn,
    logGroupName: `/aws/lambda/${name}`,
    logStreamName: 'local',
    memoryLimitInMB: String(options.memory),
    getRemainingTimeInMillis: () => Math.max(0, deadline - Number(process.hrtime.bigint() / 1_000_000n)),
  };
  try {
    options.handler ??= await load(options);
    const result = await options.handler(JSON.parse(event), context);
    parentPort.postMessage({ id, result: JSON.stringify(result ?? null) });
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    writeLine('ERROR', [error]);
    parentPort.postMessage({ id, error: { type: error.name, message: error.message } });
  }
  // Flush V8's code cache now, as the thread may be terminated at any time.
  if (isFirst) nodeModule.flushCompileCache?.();
  quiet = setTimeout(collectGarbage, QUIET_MS).unref();
};

parentPort.on('message', (call) => {
  // Options are sent with a function's first call, as this thread's own copy.
  if (call.options) functions.set(call.name, call.options);
  else call.options = functions.get(call.name);
  last = call;
  clearTimeout(quiet);
  calls.run(call, () => run(call));
});
