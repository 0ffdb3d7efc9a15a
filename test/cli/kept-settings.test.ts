import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkKeptSettings } from '../../bin/local/kept-settings';
import { parseConfig } from '../../lib/config';

const chain = (chainId: string) => ({ chainId, rpcUrl: 'http://127.0.0.1:1' });
const getConfig = (name: string, ...chainIds: string[]) => parseConfig({ name, chains: chainIds.map(chain) }, 'a test');

describe('the settings that a data folder was made with', () => {
  let data: string;
  let warned: jest.SpyInstance;
  beforeEach(() => {
    data = mkdtempSync(join(tmpdir(), 'settings-'));
    warned = jest.spyOn(console, 'warn').mockImplementation(() => undefined);
  });
  afterEach(() => {
    warned.mockRestore();
    rmSync(data, { recursive: true });
  });

  test('may stay, and chains may be added', () => {
    checkKeptSettings(getConfig('one', '1'), data)();
    checkKeptSettings(getConfig('one', '1', '2'), data)();
    expect(warned).not.toHaveBeenCalled();
  });
  test('are kept only once the service has started with them', () => {
    checkKeptSettings(getConfig('wrong', '1'), data);
    checkKeptSettings(getConfig('one', '2'), data)();
    expect(warned).not.toHaveBeenCalled();
  });
  test('refuse another name at every start, with what to do', () => {
    checkKeptSettings(getConfig('one', '1'), data)();
    for (const _ of ['first', 'second'])
      expect(() => checkKeptSettings(getConfig('two', '1'), data)).toThrow(
        /service "one".*names it "two".*set "name" to "one".*--data.*--fresh/,
      );
    checkKeptSettings(getConfig('one', '1'), data)();
  });
  test('name a removed chain at every start, until it is back', () => {
    checkKeptSettings(getConfig('one', '1', '2'), data)();
    checkKeptSettings(getConfig('one', '1'), data)();
    checkKeptSettings(getConfig('one', '1'), data)();
    expect(warned.mock.calls.map(([line]) => line)).toEqual(
      Array(2).fill(expect.stringMatching(/^2 was indexed in .* Its data is kept/)),
    );
    checkKeptSettings(getConfig('one', '1', '2'), data)();
    expect(warned).toHaveBeenCalledTimes(2);
  });
});
