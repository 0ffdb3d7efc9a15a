/** FULL=1 runs every volume that an issue names; without it they are reduced. */
export const FULL = process.env.FULL === '1';

/** How often a property is tried with new random cases: `few` times in `npm test`, thirty times that in `npm run test:full`. */
export const runs = (few: number): { readonly numRuns: number } => ({ numRuns: FULL ? few * 30 : few });
