export function collectGarbage(): void;
