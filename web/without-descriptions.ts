import type { Plugin } from 'vite';

const schemas = /\/zod\/v4\/classic\/schemas\.js$/;
/** Where each kind of schema can describe itself as JSON Schema. */
const descriptions = [
  /^\s*inst\._zod\.processJSONSchema = .*;$/gm,
  /^\s*jsonSchema: \{\n\s*input: createStandard.*\n\s*output: createStandard.*\n\s*\},$/gm,
  /^\s*toJSONSchema\(params\) \{\n.*\n\s*\},$/gm,
];

const calls = /\/contract\/src\/.+\.ts$/;
/** What a call does, in a sentence of its own or one that begins with who it is for. */
const summaries = /^\s*summary:\s*(?:'[^'\n]*'|`[^`\n]*`),$/gm;

/** The server alone writes the document of the API: browsers are not sent what it takes. */
export function withoutDescriptions(): Plugin {
  return {
    name: 'without-descriptions',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (calls.test(id)) return code.replaceAll(summaries, '');
      if (!schemas.test(id)) return null;
      return descriptions.reduce((before, description) => {
        const after = before.replaceAll(description, '');
        if (after === before) this.error(`zod describes itself in another way than ${description.source}`);
        return after;
      }, code);
    },
  };
}
