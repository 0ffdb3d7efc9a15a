/** Every row of a list, page after page. */
export function rows(url: string, field: string, key?: string): AsyncGenerator<Record<string, unknown>>;
