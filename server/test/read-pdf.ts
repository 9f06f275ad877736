/** Looks into a PDF as a reader does. */

/** What somebody reads on the pages, and where each picture is, from the left and from below, and how large. */
export async function textOf(file: Buffer) {
  const { getDocument, OPS, Util } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const pdf = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
  let text = '';
  const places: number[][] = [];
  for (let n = 1; n <= pdf.numPages; n += 1) {
    const page = await pdf.getPage(n);
    const { items } = await page.getTextContent();
    text += items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
    const { fnArray, argsArray } = await page.getOperatorList();
    let now = [1, 0, 0, 1, 0, 0];
    const kept: number[][] = [];
    for (const [i, operator] of fnArray.entries()) {
      if (operator === OPS.save) kept.push(now);
      else if (operator === OPS.restore) now = kept.pop() ?? now;
      else if (operator === OPS.transform) now = Util.transform(now, argsArray[i] as number[]) as number[];
      else if (operator === OPS.paintImageXObject) places.push([4, 5, 0, 3].map((at) => Math.round(now[at] as number)));
    }
  }
  return { pages: pdf.numPages, text, places, pictures: places.length };
}
