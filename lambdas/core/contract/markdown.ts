const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** A Markdown table, with the first column left-aligned and the others right-aligned. */
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(head), row(head.map((_, column) => (column === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n');
