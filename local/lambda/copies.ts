/** What tells functions apart that share a thread. */
interface Surroundings {
  /** URL of its module. */
  readonly module: string;
  /** Those of the template. */
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Which copy of their asset's modules functions use. Those that agree on every variable that both have share one, and with
 * it what the modules keep, such as connections: a thread that runs many functions loads few copies. Two functions with
 * the same handler file do not: each has a state of its own.
 */
export function createCopies() {
  const copies: { variables: Readonly<Record<string, string>>; readonly modules: Set<string> }[] = [];
  /** The module's URL in its copy. */
  return ({ module, variables }: Surroundings): string => {
    const found = copies.find(
      (copy) =>
        !copy.modules.has(module) &&
        Object.entries(variables).every(([name, value]) => (copy.variables[name] ?? value) === value),
    );
    const copy = found ?? { variables: {}, modules: new Set<string>() };
    if (!found) copies.push(copy);
    copy.variables = { ...copy.variables, ...variables };
    copy.modules.add(module);
    return `${module}?${COPY}=${copies.indexOf(copy)}`;
  };
}

/** The parameter of a module's URL that names its copy. */
export const COPY = 'copy';
