import type { Plugin } from 'vite';

const schemas = /\/zod\/v4\/classic\/schemas\.js$/;
/** Where each kind of schema can describe itself as JSON Schema. */
const descriptions = [
  /^\s*inst\._zod\.processJSONSchema = .*;$/gm,
  /^\s*jsonSchema: \{\n\s*input: createStandard.*\n\s*output: createStandard.*\n\s*\},$/gm,
  /^\s*toJSONSchema\(params\) \{\n.*\n\s*\},$/gm,
];

/** The server alone writes the document of the API: browsers are not sent what it takes. */
export function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform(code, id) {
      if (!schemas.test(id)) return null;
      return descriptions.reduce((before, description) => {
        const after = before.replaceAll(description, '');
        if (after === before) this.error(`zod describes itself in another way than ${description.source}`);
        return after;
      }, code);
    },
  };
}
