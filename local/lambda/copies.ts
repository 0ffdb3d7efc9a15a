/** The properties by which functions are assigned to copies. */
interface Surroundings {
  /** URL of its module. */
  readonly module: string;
  /** Environment variables declared in the template. */
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Assigns each function to a copy of its asset's modules. Functions share a copy, and with it module state such as
 * connections, unless they set a variable to different values: a thread that runs many functions then loads few copies.
 * Functions with the same handler file never share one, so that each has its own module state.
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
