import type { Plugin } from 'vite';

const schemas = /\/zod\/v4\/classic\/schemas\.js$/;
/** Where each kind of schema can describe itself as JSON Schema, and the formats of `z.string()`, for which there is `z.email()` and the like. */
const unused = [
  /^\s*\w+\(params\) \{\n\s*return this\.check\(core\._\w+\(Zod[A-Z]\w+, params\)\);\n\s*\},$/gm,
  /^\s*inst\._zod\.processJSONSchema = .*;$/gm,
  /^\s*jsonSchema: \{\n\s*input: createStandard.*\n\s*output: createStandard.*\n\s*\},$/gm,
  /^\s*toJSONSchema\(params\) \{\n.*\n\s*\},$/gm,
];

const calls = /\/contract\/src\/.+\.ts$/;
/** What a call does, in a sentence of its own or one that begins with who it is for. */
const summaries = /^\s*summary:\s*(?:'[^'\n]*'|`[^`\n]*`),$/gm;

/** The server alone writes the document of the API: browsers are not sent what it takes. */
export function withoutUnused(): Plugin {
  return {
    name: 'without-unused',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (calls.test(id)) return code.replaceAll(summaries, '');
      if (!schemas.test(id)) return null;
      return unused.reduce((before, part) => {
        const after = before.replaceAll(part, '');
        if (after === before) this.error(`zod writes in another way than ${part.source}`);
        return after;
      }, code);
    },
  };
}
