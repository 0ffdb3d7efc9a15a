import { createRequire } from 'node:module';

const PLATFORMS: Record<string, string> = {
  'linux-x64': 'linux-amd64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-amd64',
  'darwin-arm64': 'darwin-arm64',
};

/** The package's own command is a wrapper with another PID. @throws Error if npm did not install anvil here. */
export function anvilBinary(): string {
  const machine = `${process.platform}-${process.arch}`;
  const platform = PLATFORMS[machine];
  if (!platform) throw new Error(`anvil does not support ${machine}: use Linux or macOS on x64 or arm64.`);
  try {
    // The platform's package may be nested inside anvil's own package, so it is resolved from there.
    const wrapper = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json');
    return createRequire(wrapper).resolve(`@foundry-rs/anvil-${platform}/bin/anvil`);
  } catch (cause) {
    throw new Error(`anvil for ${machine} is not installed: run npm ci with optional dependencies.`, { cause });
  }
}
