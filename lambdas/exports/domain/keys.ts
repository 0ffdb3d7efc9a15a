/** `name` is unique to a run, so that a late run cannot overwrite a part. */
export const partKey = (operationId: string, name: string): string => `parts/${operationId}/${name}`;

export const fileKey = (operationId: string, gzip: boolean): string => `files/${operationId}.csv${gzip ? '.gz' : ''}`;
