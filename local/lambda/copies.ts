/** Properties that decide about a function's copy. */
interface Surroundings {
  /** URL of its module. */
  readonly module: string;
  /** Environment variables declared in the template. */
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Assigns each function to a copy of its asset's modules. Functions share a copy, and thus module state such as
 * connections, unless they set a variable to different values: threads that run many functions then load few copies.
 * Functions with the same handler file never share one, so each has its own module state.
 */
export function createCopies() {
  const copies: { variables: Readonly<Record<string, string>>; readonly modules: Set<string> }[] = [];
  /** Returns the module's URL in its copy. */
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

/** Query parameter of module URLs that names the copy. */
export const COPY = 'copy';
