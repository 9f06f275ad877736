/** A PDF opened as it stands: objects, pages and the parts of its form. Takes its time: for a worker. */
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
  PDFString,
} from '@cantoo/pdf-lib';

export async function openFile(bytes: Uint8Array): Promise<PDFDocument> {
  const pdf = await PDFDocument.load(bytes, {
    updateMetadata: false,
    parseSpeed: Number.POSITIVE_INFINITY,
    throwOnInvalidObject: true,
  });
  if (!((pdf.catalog as unknown) instanceof PDFDict)) throw new Error('the file has no catalog');
  return pdf;
}

/** The whole file anew; nothing is drawn that is not ours to draw. */
export function bytesOf(pdf: PDFDocument): Promise<Uint8Array> {
  // What said where objects were in the file that was read would mislead who reads this one.
  for (const [ref, object] of pdf.context.enumerateIndirectObjects())
    if (object instanceof PDFRawStream && ofPlaces.has(nameIn(pdf, object.dict, 'Type') ?? '')) pdf.context.delete(ref);
  return pdf.save({
    updateFieldAppearances: false,
    addDefaultPage: false,
    // With streams of objects, tens of thousands take seconds.
    useObjectStreams: false,
    objectsPerTick: Number.POSITIVE_INFINITY,
  });
}
const ofPlaces = new Set(['XRef', 'ObjStm']);

/** What stands in a place, behind however many references; null is as good as nothing. */
export function standing(pdf: PDFDocument, object: PDFObject | undefined): PDFObject | undefined {
  let found = object;
  for (let steps = 0; found instanceof PDFRef; steps += 1) {
    if (steps > 20) throw new Error('references lead nowhere');
    found = pdf.context.lookup(found);
  }
  return found === PDFNull ? undefined : found;
}

export const entryOf = (pdf: PDFDocument, dict: PDFDict, key: string): PDFObject | undefined =>
  standing(pdf, dict.get(PDFName.of(key)));

export function dictOf(pdf: PDFDocument, object: PDFObject | undefined): PDFDict | null {
  const found = standing(pdf, object);
  if (found instanceof PDFStream) return found.dict;
  return found instanceof PDFDict ? found : null;
}

export const dictIn = (pdf: PDFDocument, dict: PDFDict, key: string): PDFDict | null =>
  dictOf(pdf, dict.get(PDFName.of(key)));

export function listIn(pdf: PDFDocument, dict: PDFDict, key: string): PDFObject[] {
  const found = entryOf(pdf, dict, key);
  return found instanceof PDFArray ? found.asArray() : [];
}

export function nameIn(pdf: PDFDocument, dict: PDFDict, key: string): string | null {
  const found = entryOf(pdf, dict, key);
  return found instanceof PDFName ? found.decodeText() : null;
}

export function numberIn(pdf: PDFDocument, dict: PDFDict, key: string): number | null {
  const found = entryOf(pdf, dict, key);
  return found instanceof PDFNumber ? found.asNumber() : null;
}

export const isText = (object: PDFObject | undefined): object is PDFString | PDFHexString =>
  object instanceof PDFString || object instanceof PDFHexString;

export function textIn(pdf: PDFDocument, dict: PDFDict, key: string): string | null {
  const found = entryOf(pdf, dict, key);
  return isText(found) ? found.decodeText() : null;
}

export function numbersIn(pdf: PDFDocument, dict: PDFDict, key: string): number[] {
  return listIn(pdf, dict, key).map((one) => {
    const number = standing(pdf, one);
    return number instanceof PDFNumber ? number.asNumber() : 0;
  });
}

/** The pages in order, each once. */
export function pagesOf(pdf: PDFDocument): PDFDict[] {
  const pages: PDFDict[] = [];
  const seen = new Set<PDFDict>();
  const open = [dictIn(pdf, pdf.catalog, 'Pages')];
  while (open.length > 0) {
    const node = open.pop();
    if (!node || seen.has(node)) continue;
    seen.add(node);
    if (node.has(PDFName.of('Kids')))
      for (const kid of listIn(pdf, node, 'Kids').reverse()) open.push(dictOf(pdf, kid));
    else pages.push(node);
  }
  return pages;
}

/** An entry that a node may have from the nodes above it. */
export function inherited(pdf: PDFDocument, node: PDFDict, key: string): PDFObject | undefined {
  const seen = new Set<PDFDict>();
  for (let at: PDFDict | null = node; at && !seen.has(at); at = dictIn(pdf, at, 'Parent')) {
    seen.add(at);
    const found = entryOf(pdf, at, key);
    if (found) return found;
  }
  return undefined;
}
