import type { StateMachine, StateMachineDefinition } from 'aws-local-stepfunctions';
import * as z from 'zod';
import type { Functions } from './lambda/functions';
import { FunctionError } from './lambda/pool';
import type { Metrics } from './prometheus/metrics';
import { EXECUTIONS } from './prometheus/runner-metrics';
import type { Resource, Resources } from './resources';
import { readState, writeState } from './state-file';

const Execution = z.object({ machine: z.string(), name: z.string(), input: z.string() });
type Execution = Readonly<z.infer<typeof Execution>>;
/** Unfinished executions, and recent names, which cannot be reused. */
const State = z.object({ running: z.array(Execution), names: z.array(z.string()) });
/** AWS reserves names for 90 days. */
const MAX_NAMES = 5_000;

/** Step Functions' error for a name already used, with another input or by a finished execution. */
export class ExecutionAlreadyExists extends Error {}

export type StateMachines = ReturnType<typeof createStateMachines>;

/** An execution is on disk before its start is acknowledged. A restart repeats it from its first state, unlike AWS. */
export function createStateMachines(resources: Resources, file: string, metrics: Metrics) {
  const machines = new Map(
    resources.of('AWS::StepFunctions::StateMachine').map((resource) => [resource.ref, readMachine(resource)] as const),
  );
  const stored = readState(file, State, { running: [], names: [] }, 'Unfinished executions are lost.');
  const running = new Map(stored.running.map((execution) => [toKey(execution), execution]));
  const names = new Set(stored.names);
  const aborts = new Set<() => void>();
  const count = (machine: string, status: 'succeeded' | 'failed', by = 1): void =>
    metrics.add(EXECUTIONS, { machine: machine.split(':').at(-1) ?? '', status }, by);
  for (const machine of machines.keys()) {
    count(machine, 'succeeded', 0);
    count(machine, 'failed', 0);
  }
  let transitions = 0;
  let functions: Functions | undefined;
  const save = () => {
    for (const name of names) if (names.size > MAX_NAMES) names.delete(name);
    writeState(file, { running: [...running.values()], names: [...names] } satisfies z.input<typeof State>);
  };

  /** AWS charges for each state entered or retried. */
  const countTransitions = async (events: ReturnType<StateMachine['run']>['eventLogs']): Promise<void> => {
    for await (const { type } of events) if (/StateEntered$|StateRetried$/.test(type)) transitions += 1;
  };

  const perform = async ({ machine, input }: Execution): Promise<void> => {
    const found = machines.get(machine);
    // The machine may have been removed from the assembly since.
    if (!found) return;
    const stateMachine = await found.open();
    if (!functions) return;
    const options = { overrides: { taskResourceLocalHandlers: found.getHandlers(functions) } };
    const { abort, result, eventLogs } = stateMachine.run(JSON.parse(input), options);
    aborts.add(abort);
    const counted = countTransitions(eventLogs);
    try {
      await result;
    } finally {
      await counted;
      aborts.delete(abort);
    }
  };

  const run = async (execution: Execution): Promise<void> => {
    if (!functions) return;
    const status = await perform(execution).then(
      () => 'succeeded' as const,
      (error) => {
        if (functions) console.error(`Execution ${execution.name} failed:`, String(error));
        return 'failed' as const;
      },
    );
    // An execution aborted by a stop stays unfinished.
    if (!functions) return;
    count(execution.machine, status);
    running.delete(toKey(execution));
    save();
  };

  return {
    transitions: () => transitions,
    /** Resumes unfinished executions of the last run. */
    begin(all: Functions): void {
      functions = all;
      for (const execution of running.values()) void run(execution);
    },
    /** No-op if an execution is running with the same name and input. Throws `ExecutionAlreadyExists`. */
    start(execution: Execution): void {
      if (!machines.has(execution.machine)) throw new Error(`There is no state machine ${execution.machine}.`);
      if (running.get(toKey(execution))?.input === execution.input) return;
      if (running.has(toKey(execution)) || names.has(toKey(execution)))
        throw new ExecutionAlreadyExists(`Execution Already Exists: '${execution.name}'`);
      running.set(toKey(execution), execution);
      names.add(toKey(execution));
      try {
        save();
      } catch (error) {
        running.delete(toKey(execution));
        names.delete(toKey(execution));
        throw error;
      }
      void run(execution);
    },
    stop(): void {
      functions = undefined;
      for (const abort of aborts) abort();
    },
  };
}

const toKey = ({ machine, name }: Execution): string => `${machine}:${name}`;

type Input = Parameters<StateMachine['run']>[0];
type Handlers = Readonly<Record<string, (input: Input) => Promise<Input>>>;

function readMachine({ stack, logicalId, properties }: Resource<'AWS::StepFunctions::StateMachine'>) {
  const definition = JSON.parse(properties.DefinitionString) as StateMachineDefinition;
  const tasks = Object.entries(definition.States).flatMap(([name, state]) =>
    state.Type === 'Task' ? [{ name, resource: state.Resource }] : [],
  );
  const other = tasks.find(({ resource }) => !resource.startsWith('arn:aws:lambda:'));
  if (other)
    throw new Error(
      `${stack}/${logicalId}: the local runner only supports Lambda tasks; ${other.name} is ${other.resource}.`,
    );
  let opened: Promise<StateMachine> | undefined;
  // Loaded lazily: it takes longer than starting a thread, and few runs export.
  const open = async () => new (await import('aws-local-stepfunctions')).StateMachine(definition);
  return {
    open: () => (opened ??= open()),
    getHandlers: (functions: Functions): Handlers =>
      Object.fromEntries(tasks.map(({ name, resource }) => [name, (input) => invoke(functions, resource, input)])),
  };
}

/** Errors have the name and cause that Lambda reports to Step Functions. */
async function invoke(functions: Functions, arn: string, input: Input): Promise<Input> {
  try {
    return (await functions.find(arn).invoke(input, 'task')) as Input;
  } catch (error) {
    if (!(error instanceof FunctionError)) throw error;
    const { kind, type, message } = error;
    const cause = JSON.stringify({ errorType: type, errorMessage: message });
    throw Object.assign(new Error(cause), { name: kind === 'error' ? type : 'Lambda.Unknown' });
  }
}
