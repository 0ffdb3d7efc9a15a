import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkKeptSettings } from '../../bin/local/kept-settings';
import { parseConfig } from '../../lib/config';

const chain = (chainId: string) => ({ chainId, rpcUrl: 'http://127.0.0.1:1' });
const getConfig = (name: string, ...chainIds: string[]) => parseConfig({ name, chains: chainIds.map(chain) }, 'a test');

describe('the settings of a data folder', () => {
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

  test('unchanged settings and added chains cause no warning', () => {
    checkKeptSettings(getConfig('one', '1'), data)();
    checkKeptSettings(getConfig('one', '1', '2'), data)();
    expect(warned).not.toHaveBeenCalled();
  });
  test('settings are kept only after the service has started with them', () => {
    checkKeptSettings(getConfig('wrong', '1'), data);
    checkKeptSettings(getConfig('one', '2'), data)();
    expect(warned).not.toHaveBeenCalled();
  });
  test('another name is rejected at every start, with the possible fixes', () => {
    checkKeptSettings(getConfig('one', '1'), data)();
    for (const _ of ['first', 'second'])
      expect(() => checkKeptSettings(getConfig('two', '1'), data)).toThrow(
        /service "one".*names it "two".*set "name" to "one".*--data.*--fresh/,
      );
    checkKeptSettings(getConfig('one', '1'), data)();
  });
  test('a removed chain causes a warning at every start until it is back', () => {
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
