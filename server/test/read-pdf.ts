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

/** What a viewer finds in each field of a form. */
export async function valuesOf(file: Uint8Array): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const { fieldName, fieldValue, fieldType, buttonValue, checkBox } of await annotationsOf(file)) {
    if (fieldType === 'Btn' && !checkBox && fieldValue !== buttonValue) values[fieldName] ??= '';
    else values[fieldName] = String(fieldValue ?? '');
  }
  return values;
}

async function annotationsOf(file: Uint8Array) {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const pdf = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
  const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, n) => pdf.getPage(n + 1)));
  return (await Promise.all(pages.map((page) => page.getAnnotations()))).flat();
}

/** What a viewer paints for each field, or other annotation by its number: its lines, and how large its pictures are. */
export const looksOf = async (file: Uint8Array) =>
  Object.fromEntries((await paintedIn(file)).map((look) => [look.name, look]));

/** The same for each spot of a field, with its page and how large its letters are. */
export async function paintedIn(file: Uint8Array) {
  const { AnnotationMode, getDocument, OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const pdf = await getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise;
  const lookOf = (name: string, page: number) => ({
    name,
    page,
    size: 0,
    text: [] as string[],
    pictures: [] as { width: number; height: number }[],
  });
  const looks: ReturnType<typeof lookOf>[] = [];
  for (let n = 1; n <= pdf.numPages; n += 1) {
    const page = await pdf.getPage(n);
    const names = new Map(
      (await page.getAnnotations()).map(({ id, fieldName }) => [id as string, fieldName as string]),
    );
    const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: AnnotationMode.ENABLE });
    let look = lookOf('', n);
    let scale: number[] = [];
    for (const [i, operator] of fnArray.entries()) {
      const given = argsArray[i] as unknown[];
      if (operator === OPS.beginAnnotation) {
        look = lookOf(names.get(given[0] as string) ?? (given[0] as string), n);
        looks.push(look);
      } else if (operator === OPS.transform) scale = given as number[];
      else if (operator === OPS.setFont) look.size = given[1] as number;
      else if (operator === OPS.paintImageXObject)
        look.pictures.push({ width: scale[0] as number, height: scale[3] as number });
      else if (operator === OPS.showText)
        look.text.push((given[0] as { unicode?: string }[]).map(({ unicode = ' ' }) => unicode).join(''));
    }
  }
  return looks;
}
