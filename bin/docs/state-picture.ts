interface State {
  readonly Type: string;
  readonly Next?: string;
  readonly Default?: string;
  readonly Choices?: readonly {
    readonly Next: string;
    readonly Variable: string;
    readonly [operator: string]: unknown;
  }[];
  readonly Catch?: readonly { readonly Next: string }[];
  readonly Retry?: readonly { readonly MaxAttempts: number }[];
}
interface Definition {
  readonly StartAt: string;
  readonly States: Readonly<Record<string, State>>;
}

export function statePicture({ StartAt, States }: Definition): string {
  const edges = Object.entries(States).flatMap(([name, state]) => [
    ...(state.Choices ?? []).map(({ Next, Variable, ...test }) => edge(name, Next, toLabel(Variable, test))),
    ...(state.Default ? [edge(name, state.Default, 'otherwise')] : []),
    ...(state.Next ? [edge(name, state.Next)] : []),
    ...(state.Catch ?? []).map(({ Next }) => edge(name, Next, `failed ${getTries(state)} times`)),
    ...(state.Type === 'Succeed' || state.Type === 'Fail' ? [edge(name, '[*]')] : []),
  ]);
  const choices = Object.entries(States).flatMap(([name, { Type }]) =>
    Type === 'Choice' ? [`  state ${name} <<choice>>`] : [],
  );
  return ['stateDiagram-v2', ...choices, ...[edge('[*]', StartAt), ...edges]].join('\n');
}

const edge = (from: string, to: string, label?: string): string =>
  `  ${from} --> ${to}${label === undefined ? '' : `: ${label}`}`;

/** `$.step.next` equal to `WritePart` is "next is WritePart". */
const toLabel = (path: string, test: Readonly<Record<string, unknown>>): string => {
  const [value] = Object.values(test);
  return value === true ? String(path.split('.').at(-1)) : `${path.split('.').at(-1)} is ${String(value)}`;
};

/** The last retry rule matches all errors. */
const getTries = ({ Retry = [] }: State): number => 1 + (Retry.at(-1)?.MaxAttempts ?? 0);
