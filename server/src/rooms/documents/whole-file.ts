import type { ActFiles } from '#platform/files/keep-file.ts';

/** Read to its end once before anything of it leaves: what is damaged is a failure, not half a document. */
export async function wholeFile(files: Pick<ActFiles, 'get'>, key: string) {
  const found = await files.get(key);
  let bytes = 0;
  for await (const part of found ?? []) bytes += part.length;
  const content = found && (await files.get(key));
  if (!content) throw new Error(`the file ${key} of a document is gone`);
  return { bytes, content };
}
