interface Surroundings {
  readonly module: string;
  /** Environment variables declared in the template. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Functions share a copy (and connections) unless they set a variable differently or have the same handler file. */
export function createCopies() {
  const copies: { variables: Readonly<Record<string, string>>; readonly modules: Set<string> }[] = [];
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

export const COPY = 'copy';
