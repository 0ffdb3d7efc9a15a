/** A row of a Markdown table. */
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A Markdown table: the first column is aligned to the left, the others to the right. */
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n');
