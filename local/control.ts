import { createServer, type Server } from 'node:http';
import * as z from 'zod';
import { type Break, type CallLog, createCallLog } from './calls';
import { getAccesses } from './control-access';
import type { EventBus, EventEntry } from './event-bus';
import type { ApiKeys } from './gateway/api-keys';
import { ManagementError } from './gateway/api-keys';
import { manage } from './gateway/management';
import { type Guard, refuse } from './guard';
import { readBody } from './http';
import { CALLER_HEADER, type Judge } from './iam/roles';
import { ExecutionAlreadyExists, type StateMachines } from './state-machines';
import type { Thread } from './thread';

export interface ControlParts {
  readonly bus: EventBus;
  readonly keys: ApiKeys;
  /** SSM parameter values by name, kept in memory only. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly machines: StateMachines;
  readonly judge: Judge;
  readonly guard: Guard;
  readonly backup: (of: string, to: string) => Promise<boolean>;
  readonly threads: readonly Thread[];
}

const BreakRequest = z.strictObject({
  call: z.string(),
  contains: z.string().optional(),
  nth: z.number().int().min(1).default(1),
  when: z.enum(['before', 'after', 'fail']),
  times: z.number().int().min(1).default(1),
});

const BackupRequest = z.strictObject({ data: z.string(), to: z.string() });

const StartExecution = z.object({ stateMachineArn: z.string(), name: z.string(), input: z.string() });

class CallError extends Error {
  constructor(
    readonly type: string,
    message: string,
  ) {
    super(message);
  }
}

/** A 500, which SDKs retry. */
class ServiceFailure extends Error {}

/** AWS calls that have no endpoint of their own, and the runner's own `/local/…`. */
export function createControlServer(parts: ControlParts): Server {
  const calls = createCallLog();
  return createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    if (!(await parts.guard({ method, url: path, headers }))) return refuse(response, 403);
    const text = await readBody(request);
    if (text === undefined) return;
    const target = String(headers['x-amz-target'] ?? '');
    let [status, answer, done]: [number, unknown, () => void] = [200, undefined, () => undefined];
    const route = `${method} ${path}`;
    try {
      const body = (target === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
      const denial = parts.judge(headers[CALLER_HEADER], getAccesses(target, route, body));
      if (denial !== undefined) {
        calls.deny(target === '' ? route : callName(target));
        throw new CallError('AccessDeniedException', denial);
      }
      if (target !== '') {
        const entered = calls.enter(callName(target), text);
        done = entered.done;
        if (entered.fails) throw new ServiceFailure('failed on request of a test');
        answer = await serveTarget(target, body, parts);
      } else if (path.startsWith('/local/')) {
        answer = await serveLocal(route, text, calls, parts);
      } else {
        const url = new URL(path, 'http://local');
        ({ status, answer } = manage(parts.keys, method, url, text));
      }
    } catch (error) {
      status = getStatus(error);
      const type = error instanceof ManagementError || error instanceof CallError ? error.type : 'ValidationException';
      answer = { __type: type, message: error instanceof Error ? error.message : String(error) };
      response.setHeader('x-amzn-errortype', type);
    }
    done();
    response.writeHead(status, { 'content-type': target ? 'application/x-amz-json-1.1' : 'application/json' });
    response.end(answer === undefined ? undefined : JSON.stringify(answer));
  });
}

const isSystemError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

function getStatus(error: unknown): number {
  if (error instanceof ManagementError) return error.status;
  return error instanceof ServiceFailure || isSystemError(error) ? 500 : 400;
}

function callName(target: string): string {
  return target
    .replace(/^AWSEvents\./, 'events:')
    .replace(/^AmazonSSM\./, 'ssm:')
    .replace(/^AWSStepFunctions\./, 'states:');
}

async function serveTarget(target: string, body: Record<string, unknown>, parts: ControlParts): Promise<unknown> {
  const parameter = (name: string) => {
    const value = parts.parameters[name];
    return value === undefined ? undefined : { Name: name, Type: 'SecureString', Value: value, Version: 1 };
  };
  switch (target) {
    case 'AWSEvents.PutEvents': {
      const entries = body.Entries as readonly EventEntry[];
      if (entries.length < 1 || entries.length > 10)
        throw new CallError('ValidationException', 'PutEvents takes between 1 and 10 entries.');
      return parts.bus.putEvents(entries);
    }
    case 'AWSStepFunctions.StartExecution': {
      const execution = StartExecution.parse(body);
      try {
        parts.machines.start({ machine: execution.stateMachineArn, name: execution.name, input: execution.input });
      } catch (error) {
        if (!(error instanceof ExecutionAlreadyExists)) throw error;
        throw new CallError('ExecutionAlreadyExists', error.message);
      }
      const executionArn = `${execution.stateMachineArn.replace(':stateMachine:', ':execution:')}:${execution.name}`;
      return { executionArn, startDate: Date.now() / 1000 };
    }
    case 'AmazonSSM.GetParameter': {
      const found = parameter(String(body.Name));
      if (!found) throw new CallError('ParameterNotFound', `There is no parameter ${String(body.Name)}.`);
      return { Parameter: found };
    }
    case 'AmazonSSM.GetParameters': {
      const names = body.Names as readonly string[];
      return {
        Parameters: names.flatMap((name) => parameter(name) ?? []),
        InvalidParameters: names.filter((name) => !parameter(name)),
      };
    }
    default:
      throw new CallError('UnknownOperationException', `The local runner does not serve ${target}.`);
  }
}

async function serveLocal(
  route: string,
  text: string,
  calls: CallLog,
  { threads, machines, backup }: Pick<ControlParts, 'threads' | 'machines' | 'backup'>,
): Promise<unknown> {
  if (route === 'GET /local/calls') {
    const counts = await Promise.all(threads.map((thread) => thread.call<Record<string, number>>('calls')));
    return Object.assign({ 'states:Transition': machines.transitions() }, calls.counts, ...counts);
  }
  if (route === 'POST /local/backup') {
    const { data, to } = BackupRequest.parse(JSON.parse(text));
    return { isDone: await backup(data, to) };
  }
  if (route !== 'POST /local/break')
    throw new CallError(
      'NotFound',
      `There is no ${route}; try GET /local/calls, POST /local/backup or POST /local/break.`,
    );
  const target = BreakRequest.parse(JSON.parse(text)) as Break;
  // Armed everywhere; only the server that handles the call counts it.
  calls.arm(target);
  await Promise.all(threads.map((thread) => thread.call('arm', target)));
  return {};
}
