// Plain JavaScript, as old versions of Node must be able to read it. On Linux the pinned Node comes with the dependencies.
const [major] = process.versions.node.split('.').map(Number);
if (major < 22) {
  console.error(`Node ${process.versions.node} is too old: install Node 22 or newer, then run npm ci again.`);
  process.exit(1);
}
