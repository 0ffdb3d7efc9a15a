/**
 * Key of a part in the exports bucket. `name` is unique to the run that stores it, so that a late run cannot overwrite
 * a part.
 */
export const partKey = (operationId: string, name: string): string => `parts/${operationId}/${name}`;

export const fileKey = (operationId: string, gzip: boolean): string => `files/${operationId}.csv${gzip ? '.gz' : ''}`;
