import type { App } from 'aws-cdk-lib';
import { getStacks } from './templates';

export interface Crossings {
  readonly exports: Readonly<Record<string, string>>;
  readonly imports: readonly string[];
  readonly outputs: readonly string[];
  readonly reads: readonly string[];
  readonly names: readonly string[];
}

export type Deployment = Readonly<Record<string, Crossings>>;

interface Template {
  readonly Resources: Readonly<Record<string, { readonly Type: string; readonly Properties?: object }>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown; readonly Export?: { readonly Name: string } }>>;
}

/** A second resource of the same type and name cannot exist. */
const NAMING =
  /^(?:Name|(?:Table|Queue|Function|Bucket|Topic|Alarm|Dashboard|LogGroup|StateMachine|DeliveryStream)Name)$/;

export function getDeployment(config: unknown): Deployment {
  const root = getStacks(config, { builtinCloudFormationValidation: false }).data.node.root as App;
  return Object.fromEntries(root.synth().stacks.map(({ stackName, template }) => [stackName, getCrossings(template)]));
}

function getCrossings({ Resources, Outputs = {} }: Template): Crossings {
  const text = JSON.stringify(Resources);
  const found = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, ...parts]) => parts.join('.')))];
  return {
    exports: Object.fromEntries(
      Object.values(Outputs).flatMap(({ Export, Value }) => (Export ? [[Export.Name, JSON.stringify(Value)]] : [])),
    ),
    imports: found(/"Fn::ImportValue":"([^"]+)"/g),
    outputs: Object.keys(Outputs),
    reads: found(
      /"Fn::GetStackOutput":\{"StackName":"([^"]+)","Region":\{"Ref":"AWS::Region"\},"OutputName":"([^"]+)"\}/g,
    ),
    names: Object.values(Resources).flatMap(({ Type, Properties = {} }) =>
      Object.entries(Properties).flatMap(([key, value]) =>
        NAMING.test(key) && typeof value === 'string' ? [`${Type} ${value}`] : [],
      ),
    ),
  };
}

/** Dropping imported exports, reading missing outputs, duplicate names. Removed stacks stay. */
export function refusedIn(before: Deployment, after: Deployment): string[] {
  const deployed = new Map(Object.entries(before));
  return Object.entries(after).flatMap(([stack, own]) => {
    const others = [...deployed].filter(([name]) => name !== stack);
    const have = (list: (crossings: Crossings, stack: string) => readonly string[]) =>
      others.map(([name, crossings]) => [name, new Set(list(crossings, name))] as const);
    const importing = have(({ imports }) => imports);
    const exporting = have(({ exports }) => Object.keys(exports));
    const telling = have(({ outputs }, name) => outputs.map((output) => `${name}.${output}`));
    const named = have(({ names }) => names);
    const gone = Object.entries(deployed.get(stack)?.exports ?? {}).filter(
      ([name, value]) => own.exports[name] !== value,
    );
    deployed.set(stack, own);
    const held = (name: string) => importing.flatMap(([user, imports]) => (imports.has(name) ? [user] : []));
    const taken = (name: string) => named.flatMap(([owner, names]) => (names.has(name) ? [owner] : []));
    return [
      ...gone.flatMap(([name]) => held(name).map((user) => `${stack} drops ${name}, which ${user} imports`)),
      ...own.imports
        .filter((name) => !exporting.some(([, names]) => names.has(name)))
        .map((name) => `${stack} imports ${name}, which nobody exports`),
      ...own.reads
        .filter((name) => !telling.some(([, names]) => names.has(name)))
        .map((name) => `${stack} reads ${name}, which nobody has`),
      ...own.names.flatMap((name) => taken(name).map((owner) => `${stack} creates ${name}, which ${owner} has`)),
    ];
  });
}
