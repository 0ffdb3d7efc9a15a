// Plain JavaScript, because old versions of Node must be able to parse it. On Linux the dependencies include the pinned Node.
const [major] = process.versions.node.split('.').map(Number);
if (major < 22) {
  console.error(`Node ${process.versions.node} is too old: install Node 22 or newer, then run npm ci again.`);
  process.exit(1);
}
