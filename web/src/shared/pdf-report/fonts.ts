/** What a PDF is written with: the letters that are used become part of the file, so that it looks alike everywhere. */
import fontkit from '@cantoo/fontkit';
import type { PDFDocument, PDFFont } from '@cantoo/pdf-lib';

/** What letters are for, and what is turned to where these lack one. */
export type FontName = 'regular' | 'bold' | 'everyScript';
export type LoadFont = (name: FontName) => Promise<ArrayBuffer | Uint8Array>;

const addresses: Record<FontName, string> = {
  regular: new URL('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf', import.meta.url).href,
  bold: new URL('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf', import.meta.url).href,
  everyScript: new URL('@fontsource/unifontex/files/unifontex-latin-400-normal.woff', import.meta.url).href,
};

/** From the portal itself; the one of every script is 5 MB, and asked for only by a name that needs it. */
export const fetchFont: LoadFont = async (name) => {
  const answer = await fetch(addresses[name]);
  if (!answer.ok) throw new Error(`no font: ${answer.status}`);
  return answer.arrayBuffer();
};

/** The font that has all letters of a text. */
export type FontFor = (text: string, usual?: 'regular' | 'bold') => Promise<PDFFont>;

export function openFonts(pdf: PDFDocument, load: LoadFont): FontFor {
  pdf.registerFontkit(fontkit);
  const known = new Map<FontName, Promise<{ font: PDFFont; letters: ReadonlySet<number> }>>();
  const open = (name: FontName) => {
    const opened =
      known.get(name) ??
      load(name)
        .then((bytes) => pdf.embedFont(bytes, { subset: true }))
        .then((font) => ({ font, letters: new Set(font.getCharacterSet()) }));
    known.set(name, opened);
    return opened;
  };
  return async (text, usual = 'regular') => {
    const { font, letters } = await open(usual);
    const hasAll = [...text].every((letter) => /\s/.test(letter) || letters.has(letter.codePointAt(0) ?? 0));
    return hasAll ? font : (await open('everyScript')).font;
  };
}
