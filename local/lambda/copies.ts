/** What a function can observe of its surroundings. */
interface Surroundings {
  /** URL of its module. */
  readonly module: string;
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * Which copy of their asset's modules functions use. Those with the same variables share one, and with it what
 * the modules keep, such as connections. Two functions with the same handler file do not: each has a state of its own.
 */
export function createCopies() {
  const copies: { readonly variables: string; readonly modules: Set<string> }[] = [];
  /** The module's URL in its copy. */
  return ({ module, environment }: Surroundings): string => {
    const variables = JSON.stringify(Object.entries(environment).toSorted());
    const found = copies.find((copy) => copy.variables === variables && !copy.modules.has(module));
    const copy = found ?? { variables, modules: new Set<string>() };
    if (!found) copies.push(copy);
    copy.modules.add(module);
    return `${module}?${COPY}=${copies.indexOf(copy)}`;
  };
}

/** The parameter of a module's URL that names its copy. */
export const COPY = 'copy';
