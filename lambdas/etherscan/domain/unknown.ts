/** Of this dialect: a value that is not known. */
export const UNKNOWN = '';
