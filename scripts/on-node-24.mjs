// Plain JavaScript, so that an older Node can still say what is wrong.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `This needs Node 24 and found ${process.version}. "npm ci" brings it along, but its install script did not run: ` +
      'run "npm rebuild node --ignore-scripts=false", or install Node 24.',
  );
  process.exit(1);
}
await import(`./${process.argv[2]}.ts`);
