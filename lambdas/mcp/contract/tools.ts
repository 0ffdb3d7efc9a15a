/** A read-only endpoint, as an agent sees it (Model Context Protocol, revision 2025-11-25). */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of the arguments: the parameters of path and query. */
  readonly inputSchema: { readonly type: 'object'; readonly properties: Properties; readonly required: string[] };
  /** Of the endpoint, with its variables in braces. */
  readonly path: string;
}
type Properties = { readonly [name: string]: object };

/** Written by the build, beside the function. */
export interface McpConfig {
  readonly version: string;
  /** Headers that may carry the key of a caller. */
  readonly keyHeaders: readonly string[];
  readonly tools: readonly Tool[];
}
export const MCP_FILE = 'mcp.json';
