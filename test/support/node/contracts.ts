import { type Compiled, compileFolder } from '../../../demo/compile';

/** The contracts of `test/contracts` by name, compiled once for each state of their sources. */
export const testContracts = <Name extends string>(): Promise<Record<Name, Compiled>> =>
  compileFolder<Name>('test/contracts', 'dist/demo/test-contracts.json');
