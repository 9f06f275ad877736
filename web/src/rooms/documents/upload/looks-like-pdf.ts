const beginning = /^[\s\0]{0,1000}%PDF-/;
/** Some programs fill up the last block after it. */
const ending = '%%EOF';

/** SEC-31: tells most files that are no PDF before anything is sent. The server looks at all that is in a file. */
export async function looksLikePdf(file: Blob): Promise<boolean> {
  const [first, last] = await Promise.all([textIn(file.slice(0, 1_024)), textIn(file.slice(-65_536))]);
  return beginning.test(first) && last.includes(ending);
}

const textIn = async (part: Blob): Promise<string> => new TextDecoder('latin1').decode(await part.arrayBuffer());
