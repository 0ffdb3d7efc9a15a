import { serveParent } from '../../../../local/thread';

serveParent({ name: () => 'ending', end: () => process.exit(3), close: () => undefined });
