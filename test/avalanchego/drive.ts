import { Command } from 'commander';
import { saveRecording } from '../../demo/p-chain/recording';
import { LEGACY_STORY } from './driver/legacy';
import { UPGRADED, type UpgradeTimes } from './driver/network';
import { recordStory } from './driver/record-story';
import { type Chapter, STORY } from './driver/story';

/** Seconds until the upgrades of a network that starts without them. */
const LEGACY = { durango: 110, etna: 125, fortuna: 130, granite: 135, helicon: 10_000_000 };

const NETWORKS: Record<string, { story: readonly Chapter[]; times: () => UpgradeTimes }> = {
  upgraded: { story: STORY, times: () => UPGRADED },
  legacy: {
    story: LEGACY_STORY,
    times() {
      const now = Math.floor(Date.now() / 1000);
      return Object.fromEntries(Object.entries(LEGACY).map(([name, after]) => [name, now + after])) as UpgradeTimes;
    },
  },
};

async function drive(name: string, out: string): Promise<void> {
  const { story, times } = NETWORKS[name] ?? {};
  if (!story || !times) throw new Error(`${name} is none of ${Object.keys(NETWORKS).join(', ')}`);
  const recording = await recordStory(times(), story);
  const bytes = saveRecording(out, recording);
  console.log(`${out}: ${recording.size} answers, ${(bytes / 1_000).toFixed(0)} kB`);
}

new Command('npm run drive:p-chain --')
  .description(
    'Starts a real network of one avalanchego node, makes every kind of P-chain transaction that it accepts, and records what the node answers meanwhile. It needs Go, which builds the node once, or AVALANCHEGO with the path of one: with a node that knows the Helicon upgrade, validators also renew themselves. The legacy network needs one that does not.',
  )
  .argument('<network>', 'upgraded: has all upgrades from its start; legacy: gets Durango and Etna on its way')
  .requiredOption('--out <file>', 'file to write')
  .addHelpText(
    'after',
    '\nExamples:\n  $ npm run drive:p-chain -- upgraded --out demo/p-chain/recording.jsonl.gz       (seven minutes)\n  $ npm run drive:p-chain -- legacy --out test/support/pchain/legacy.jsonl.gz    (three minutes)',
  )
  .showHelpAfterError('(--help shows examples)')
  .action((network: string, { out }: { out: string }) => drive(network, out))
  .parseAsync()
  .catch((error: unknown) => {
    console.error(error);
    process.exit(1);
  });
