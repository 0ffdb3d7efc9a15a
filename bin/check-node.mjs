// Must parse in old Node versions, hence plain JavaScript. On Linux the pinned Node is one of the dependencies.
const [major] = process.versions.node.split('.').map(Number);
if (major < 22) {
  console.error(`Node ${process.versions.node} is too old: install Node 22 or newer, then run npm ci again.`);
  process.exit(1);
}
