// Plain JavaScript, so that an older Node can still say what is wrong.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `This needs Node 24 and found ${process.version}. "npm ci" brings it along, but its install script did not run: ` +
      'run "npm rebuild node --ignore-scripts=false", or install Node 24.',
  );
  process.exit(1);
}
const [, , script, ...words] = process.argv;
// Neither script takes anything. It is looked at here alone, so that a start has nothing more to load.
if (words.length > 0) (await import('../server/src/operator/read-options.ts')).wordsOf({ args: words, options: {} });
await import(`./${script}.ts`);
