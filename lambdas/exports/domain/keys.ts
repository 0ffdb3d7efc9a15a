/**
 * Key of a part of an export, in the bucket of exports. `name`: of the run that stores it, so that one which is late
 * replaces nothing.
 */
export const partKey = (operationId: string, name: string): string => `parts/${operationId}/${name}`;

/** Key of the file of an export. */
export const fileKey = (operationId: string, gzip: boolean): string => `files/${operationId}.csv${gzip ? '.gz' : ''}`;
