// Without zod: functions load this too.

/** Of the first major version, in lower case; the same address on every chain. */
export const UNIVERSAL_MESSENGER = '0x253b2784c75e510dd0ff1da844684a1ac0aa5fcf';
