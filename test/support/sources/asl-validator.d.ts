// The package has no types of its own.
declare module 'asl-validator' {
  /** Checks a definition of the Amazon States Language. */
  export default function validate(definition: object): { isValid: boolean; errors: readonly unknown[] };
}
