/**
 * What a file shows on the screen and not on paper, or the other way round (P11-03, P11-06): layers, and annotations that are for one of
 * the two alone. Whoever signs sees one of them, and others go by the other. Each is named with its page.
 */
import { PDFArray, PDFBool, PDFDict, type PDFDocument, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib';
import { type FieldNode, readFields, rectOf } from './form-fields.ts';
import {
  dictIn,
  dictOf,
  entryOf,
  inherited,
  isText,
  listIn,
  nameIn,
  numberIn,
  openFile,
  pagesOf,
  standing,
  textIn,
} from './pdf-file.ts';

export const findUnlike = async (bytes: Uint8Array): Promise<string[]> => {
  // A file that cannot be read is not the same as one that shows two things: others say so.
  const pdf = await openFile(bytes).catch(() => null);
  return pdf ? unlikeOnPaper(pdf, readFields(pdf)) : [];
};

/** `isSaid` tells of which fields it was said already that they cannot be seen. */
export const unlikeOnPaper = (
  pdf: PDFDocument,
  fields: readonly FieldNode[],
  isSaid: (field: FieldNode) => boolean = () => false,
): string[] => [...inLayers(pdf), ...inAnnotations(pdf, fields, isSaid), ...inPictures(pdf), ...inParts(pdf)];

const unlike = 'is not shown alike on the screen and on paper';
const longestName = 100;

// Layers: groups of optional content, and memberships that put several of them together.

type IsHidden = (group: PDFDict) => boolean;

/**
 * Programs write layers that are shown everywhere, and those do no harm. Which of them a page uses is found by all that the page leads
 * to, each object once.
 */
function* inLayers(pdf: PDFDocument): Generator<string> {
  // Some programs go by what a group says of itself, also where the file lists none.
  const isHidden = hidings(pdf, dictIn(pdf, pdf.catalog, 'OCProperties') ?? pdf.context.obj({}));
  const pages = pagesOf(pdf);
  // What stands above a page is no part of it.
  const seen = new Set<PDFObject>(pages.flatMap((page) => [page, ...above(pdf, page)]));
  const parts: [place: string, start: (PDFObject | undefined)[]][] = pages.map((page, i) => [
    `Page ${i + 1}`,
    [inherited(pdf, page, 'Resources'), ...page.values()],
  ]);
  const form = dictIn(pdf, pdf.catalog, 'AcroForm');
  if (form) parts.push(['The form', [entryOf(pdf, form, 'DR')]]);
  for (const [place, start] of parts)
    for (const dict of allBelow(pdf, start, seen)) {
      const type = wordIn(pdf, dict, 'Type') ?? untyped(dict);
      if (type === 'OCG' ? isHidden(dict) : type === 'OCMD' && hidesWhatIsOn(pdf, dict))
        yield `${place} has a layer${nameOf(pdf, dict)} that ${unlike}.`;
    }
}

const nameOf = (pdf: PDFDocument, group: PDFDict): string => {
  const name = textIn(pdf, group, 'Name');
  return name ? ` "${name.slice(0, longestName)}"` : '';
};

function above(pdf: PDFDocument, page: PDFDict): PDFDict[] {
  const found: PDFDict[] = [];
  for (let dict = dictIn(pdf, page, 'Parent'); dict && !found.includes(dict); dict = dictIn(pdf, dict, 'Parent'))
    found.push(dict);
  return found;
}

/** Some programs take a string where a name should stand. */
function wordIn(pdf: PDFDocument, dict: PDFDict, key: string): string | null {
  const said = entryOf(pdf, dict, key);
  if (said instanceof PDFName) return said.decodeText();
  return isText(said) ? said.decodeText() : null;
}

/** Some programs ask for no type. */
const untyped = (dict: PDFDict): 'OCG' | 'OCMD' | null => {
  const has = (key: string) => dict.has(PDFName.of(key));
  return has('OCGs') || has('VE') ? 'OCMD' : has('Usage') ? 'OCG' : null;
};

function* allBelow(
  pdf: PDFDocument,
  start: readonly (PDFObject | undefined)[],
  seen: Set<PDFObject>,
): Generator<PDFDict> {
  const open = [...start];
  while (open.length > 0) {
    const next = standing(pdf, open.pop());
    if (next instanceof PDFArray) {
      if (seen.has(next)) continue;
      seen.add(next);
      for (const one of next.asArray()) open.push(one);
    }
    const dict = next instanceof PDFStream ? next.dict : next;
    if (!(dict instanceof PDFDict) || seen.has(dict)) continue;
    seen.add(dict);
    yield dict;
    for (const one of dict.values()) open.push(one);
  }
}

/** Categories by which programs hide a group by themselves, other than screen and paper. */
const automatic = ['Zoom', 'Language', 'User'];

const states = [
  ['View', 'ViewState'],
  ['Print', 'PrintState'],
  ['Export', 'ExportState'],
] as const;
const saysOff = (pdf: PDFDocument, usage: PDFDict): boolean =>
  states.some(([use, state]) => {
    const said = dictIn(pdf, usage, use);
    return said !== null && wordIn(pdf, said, state) === 'OFF';
  });

/** A group is hidden by any of the configurations, or by what it says of its use: some programs go by this alone, others are told to. */
function hidings(pdf: PDFDocument, layers: PDFDict): IsHidden {
  const dictsIn = (dict: PDFDict, key: string) => new Set(listIn(pdf, dict, key).map((one) => dictOf(pdf, one)));
  const usual = dictIn(pdf, layers, 'D');
  const others = listIn(pdf, layers, 'Configs').flatMap((one) => dictOf(pdf, one) ?? []);
  const configurations = [...(usual ? [usual] : []), ...others].map((configuration) => ({
    isOff: wordIn(pdf, configuration, 'BaseState') === 'OFF',
    on: dictsIn(configuration, 'ON'),
    off: dictsIn(configuration, 'OFF'),
    byItself: listIn(pdf, configuration, 'AS').flatMap((one) => {
      const rule = dictOf(pdf, one);
      if (!rule) return [];
      const named = new Set(listIn(pdf, rule, 'Category').map((category) => standing(pdf, category)));
      const categories = automatic.filter((category) => named.has(PDFName.of(category)));
      // What a rule says of its own takes the place of what the group says.
      return [{ groups: dictsIn(rule, 'OCGs'), categories, isOff: saysOff(pdf, rule) }];
    }),
  }));
  return (group) => {
    const usage = dictIn(pdf, group, 'Usage');
    return (
      (usage !== null && saysOff(pdf, usage)) ||
      configurations.some(
        (one) =>
          one.off.has(group) ||
          (one.isOff && !one.on.has(group)) ||
          one.byItself.some(
            ({ groups, categories, isOff }) =>
              groups.has(group) && (isOff || categories.some((name) => usage?.has(PDFName.of(name)))),
          ),
      )
    );
  };
}

/** Whether a membership hides something while all groups are shown. */
function hidesWhatIsOn(pdf: PDFDocument, membership: PDFDict): boolean {
  if (membership.has(PDFName.of('P')) && !['AnyOn', 'AllOn'].includes(wordIn(pdf, membership, 'P') ?? '')) return true;
  const expression = [entryOf(pdf, membership, 'VE')];
  const seen = new Set<PDFArray>();
  while (expression.length > 0) {
    const part = expression.pop();
    if (part instanceof PDFName || isText(part)) {
      if (!['And', 'Or'].includes(part.decodeText())) return true;
    }
    if (!(part instanceof PDFArray) || seen.has(part)) continue;
    seen.add(part);
    for (const one of part.asArray()) expression.push(standing(pdf, one));
  }
  return false;
}

// Annotations, and fields among them.

const [invisible, hidden, print, noView, toggleNoView] = [1, 2, 4, 32, 256];

function* inAnnotations(
  pdf: PDFDocument,
  fields: readonly FieldNode[],
  isSaid: (field: FieldNode) => boolean,
): Generator<string> {
  const fieldOf = new Map(
    fields.flatMap((field) => [field.node.dict, ...field.node.widgets].map((dict) => [dict, field] as const)),
  );
  for (const [i, page] of pagesOf(pdf).entries())
    for (const annotation of listIn(pdf, page, 'Annots')) {
      const dict = dictOf(pdf, annotation);
      const field = dict && fieldOf.get(dict);
      if (!dict || (field && isSaid(field)) || !isUnlike(pdf, dict, field)) continue;
      yield field
        ? `The field "${field.name.slice(0, longestName)}" on page ${i + 1} ${unlike}.`
        : `Page ${i + 1} has an annotation that ${unlike}.`;
    }
}

function isUnlike(pdf: PDFDocument, annotation: PDFDict, field: FieldNode | null | undefined): boolean {
  const flags = numberIn(pdf, annotation, 'F') ?? 0;
  if ((flags & hidden) !== 0 || !isDrawn(pdf, annotation)) return false;
  // Some programs show what is invisible to others, or when it is pointed at.
  if ((flags & (invisible | toggleNoView)) !== 0) return true;
  const isWidget = nameIn(pdf, annotation, 'Subtype') === 'Widget';
  const looks = dictIn(pdf, annotation, 'AP');
  // On paper a watermark of fixed size stands elsewhere.
  if (annotation.has(PDFName.of('FixedPrint'))) return true;
  if (!isWidget && looks && ['R', 'D'].some((look) => looks.has(PDFName.of(look)))) return true;
  const [onScreen, onPaper] = [(flags & noView) === 0, (flags & print) !== 0];
  // A field of a signer is printed once it is filled in, as our copy is written.
  return onScreen !== onPaper && !(field && field.signer !== null && onScreen);
}

/** Links and the notes of annotations have no look of their own; a field shows what it looks like or holds, where it has a size. */
function isDrawn(pdf: PDFDocument, annotation: PDFDict): boolean {
  const looks = dictIn(pdf, annotation, 'AP');
  const hasLook = looks !== null && looks.has(PDFName.of('N'));
  const subtype = nameIn(pdf, annotation, 'Subtype');
  if (subtype === 'Link' || subtype === 'Popup') return hasLook;
  if (subtype !== 'Widget') return true;
  const { width, height } = rectOf(pdf, annotation);
  const holds = ['V', 'DV'].some((key) => inherited(pdf, annotation, key) !== undefined);
  return (hasLook || holds) && width > 0 && height > 0;
}

// What else a page may be printed with.

/** A picture may have another one for paper. */
function* inPictures(pdf: PDFDocument): Generator<string> {
  for (const [, object] of pdf.context.enumerateIndirectObjects()) {
    if (!(object instanceof PDFStream)) continue;
    const others = listIn(pdf, object.dict, 'Alternates').flatMap((one) => dictOf(pdf, one) ?? []);
    if (others.some((other) => entryOf(pdf, other, 'DefaultForPrinting') === PDFBool.True))
      yield `The document has a picture that ${unlike}.`;
  }
}

/** Of its pages another part. */
function* inParts(pdf: PDFDocument): Generator<string> {
  const wishes = dictIn(pdf, pdf.catalog, 'ViewerPreferences');
  const said = wishes
    ? ['ViewArea', 'ViewClip', 'PrintArea', 'PrintClip'].map((key) => nameIn(pdf, wishes, key) ?? 'CropBox')
    : [];
  if (said.some((box) => box !== 'CropBox'))
    yield `The document asks for parts of its pages that are not shown alike on the screen and on paper.`;
}
