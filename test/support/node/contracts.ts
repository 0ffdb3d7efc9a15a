import { type Compiled, compileFolder } from '../../../demo/compile';

/** Cached until their sources change. */
export const testContracts = <Name extends string>(): Promise<Record<Name, Compiled>> =>
  compileFolder<Name>('test/contracts', 'dist/demo/test-contracts.json');
