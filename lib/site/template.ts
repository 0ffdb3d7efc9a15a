/** Text to put into HTML. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** Values by the names of their places. */
export type Values = Readonly<Record<string, string>>;

/** Puts values, which are not escaped, into the `{{places}}` of a template, and notes which ones it used. */
function fill(file: string, template: string, values: Values, used: Set<string>): string {
  return template.replace(/\{\{([^{}]*)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${file}: unknown placeholder {{${name}}}`);
    used.add(name);
    return value;
  });
}

/**
 * Templates, by their files, with values in their `{{places}}`. Throws for a place without a value, and for a value that
 * none of them uses.
 */
export function filledTogether(templates: Values, values: Values): Values {
  const used = new Set<string>();
  const filled = Object.entries(templates).map(([file, template]) => [file, fill(file, template, values, used)]);
  const unused = Object.keys(values).filter((name) => !used.has(name));
  if (unused.length > 0)
    throw new Error(`${Object.keys(templates).join(', ')}: unused placeholder {{${unused.join('}}, {{')}}}`);
  return Object.fromEntries(filled);
}

/** The same for one template. */
export const filled = (file: string, template: string, values: Values): string =>
  filledTogether({ [file]: template }, values)[file] ?? '';
