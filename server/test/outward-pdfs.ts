/** PDFs that reach outside in less usual ways, each as it lies there and hidden; and harmless ones that use the same names. */
import { aPdf, catalog, page, pages, pdfOf, stream } from './pdfs.ts';
import {
  type Corpus,
  link,
  objectStream,
  script,
  withAnnotation,
  withCatalog,
  withLink,
  withPage,
} from './pdf-corpus.ts';

const linkTo = (target: string) => `<< /S /URI /URI ${target} >>`;
const hexOf = (text: string) => `<${Buffer.from(text).toString('hex')}>`;
const wideOf = (text: string) => hexOf(`\xfe\xff${[...text].map((letter) => `\0${letter}`).join('')}`);

/** An object that a page refers to by the number 4; where it needs another one, that has the number 5. */
const acts: Readonly<Record<string, readonly [object: string, ...others: string[]]>> = {
  'a link to a file': [linkTo('(file:///c:/a.exe)')],
  'a link to a share': [linkTo('(\\\\\\\\evil.example\\\\a)')],
  'a link to a share, with slashes': [linkTo('(//evil.example/a)')],
  'a link to a file beside it': [linkTo('(a.exe)')],
  'a link that is a script': [linkTo('(javascript:app.alert\\(1\\))')],
  'a link that is a script, in large letters': [linkTo('(JAVASCRIPT:alert)')],
  'a link that is a script, behind blanks': [linkTo('( \\t\\njavascript:alert)')],
  'a link that is a script, in numbers': [linkTo('(\\152avascript:alert)')],
  'a link that is a script, over two lines': [linkTo('(java\\\nscript:alert)')],
  'a link that is a script, in hexadecimal': [linkTo(hexOf('javascript:alert'))],
  'a link that is a script, in wide letters': [linkTo(wideOf('javascript:alert'))],
  'a link that is a script and names a web page': [linkTo('(javascript:"https://a.example")')],
  'a link that holds a page': [linkTo('(data:text/html,<b>)')],
  'a link that is told elsewhere': [linkTo('5 0 R'), '(javascript:alert)'],
  'a link that is told by a number with a sign': [linkTo('+5 0 R'), '(javascript:alert)'],
  'what links begin with': ['<< /URI << /Base (file:///c:/) >> >>'],
  'a space with things in it': ['<< /Type /Annot /Subtype /3D /3DD 5 0 R /Rect [0 0 9 9] >>', 'null'],
  'another player': ['<< /Type /Annot /Subtype /RichMedia /Rect [0 0 9 9] >>'],
  'a slide show': ['<< /AlternatePresentations << /Names [(a) << /Type /SlideShow /Subtype /Embedded >>] >> >>'],
  'steps of a presentation': [`<< /PresSteps << /Type /NavNode /NA ${link} >> >>`],
  'a file of no type': ['<< /AF [<< /F (a.exe) >>] >>'],
  'a file of no type, in other letters': ['<< /AF [<< /UF (a.exe) >>] >>'],
  'a file of no type, of another system': ['<< /AF [<< /DOS (a.exe) >>] >>'],
  'a file of no type, told elsewhere': ['<< /AF [<< /F 5 0 R >>] >>', '(a.exe)'],
  'a file of no type, told by way of a third': ['<< /AF [<< /F 5 0 R >>] >>', '6 0 R', '(a.exe)'],
  'a file of no type, inside': ['<< /AF [<< /EF << /F 5 0 R >> >>] >>', 'null'],
  'a file of no type, fetched': ['<< /AF [<< /FS /URL /F 5 0 R >>] >>', '(https://evil.example)'],
  'a script that is called a font': [`<< /Font << /JS ${script} >> >>`],
  'a script that nothing refers to': ['<< /JS (app.alert\\(1\\)) >>'],
  'a script without a kind': ['<< /Type /Action /S 5 0 R /JS (x) >>', '/JavaScript'],
};

const escaped = (text: string): string =>
  text.replace(/\/(\w)/g, (_, letter: string) => `/#${letter.charCodeAt(0).toString(16)}`);
const hidings: Readonly<Record<string, (objects: readonly string[]) => Buffer>> = {
  '': (objects) => withPage('/Annots [4 0 R]', ...objects),
  ', under escaped names': (objects) => withPage('/Annots [4 0 R]', ...objects.map(escaped)),
  ', inside a compressed stream': (objects) =>
    withPage(
      '/Annots [40 0 R]',
      objectStream(objects.map((one) => one.replace(/\b[56](?= 0 R)/g, (number) => String(Number(number) + 36)))),
    ),
  ', covered by a later revision': (objects) =>
    Buffer.concat([
      withPage('/Annots [4 0 R]', ...objects),
      Buffer.from('4 0 obj\nnull\nendobj\n'),
      aPdf().subarray(-200),
    ]),
};

const withPicture = (dict: string, ...others: string[]) =>
  withPage('/Resources << /XObject << /X 4 0 R >> >>', stream('', dict), ...others);

/** What may not be kept. */
export const outward: Corpus = {
  ...Object.fromEntries(
    Object.entries(acts).flatMap(([what, objects]) =>
      Object.entries(hidings).map(([how, hide]) => [what + how, hide(objects)]),
    ),
  ),
  'a picture whose data are a file outside': withPicture('/Subtype /Image /F (//evil.example/a)'),
  'a picture whose data are fetched': withPicture('/Subtype /Image /F << /FS /URL /F (https://evil.example) >>'),
  'a picture whose data are a file that is told elsewhere': withPicture(
    '/Subtype /Image /F 5 0 R',
    '(//evil.example/a)',
  ),
  'a picture whose data are a file by an escaped name': withPicture('/Subtype /Image /#46 (//evil.example/a)'),
  'a program of a printer': withPicture('/Type /XObject /Subtype /PS'),
  'a program of a printer as a form': withPicture('/Type /XObject /Subtype /Form /Subtype2 /PS'),
  'a program of a printer, told elsewhere': withPicture('/Type /XObject /Subtype 5 0 R', '/PS'),
  'an annotation that is called a font as well': withPage(
    '/Annots [4 0 R] /Resources << /Font 4 0 R >>',
    '<< /Subtype /Link /AA 5 0 R >>',
    `<< /O ${link} >>`,
  ),
  'an annotation that is called a font by a name in a list': withPage(
    '/Annots [/Font 4 0 R]',
    '<< /Subtype /Link /AA 5 0 R >>',
    `<< /O ${link} >>`,
  ),
  'an annotation that is called a font, and by a number with a sign': withPage(
    '/Annots [+4 0 R] /Resources 6 0 R',
    '<< /Subtype /Link /AA 5 0 R >>',
    `<< /O ${link} >>`,
    '<< /Font 4 0 R >>',
  ),
  'a catalog that is called a font': withPage(
    '/Resources << /Font 4 0 R >>',
    '<< /Type /Catalog /Pages 2 0 R /AA 5 0 R >>',
    `<< /WC ${link} >>`,
  ),
  'a record that is called a font in the middle of another object': withPage(
    '',
    `<< /Font << /X (4 0 obj << % ) \n /S /JavaScript /JS (x) >> >>`,
  ),
};

const odd = 'JS JavaScript Launch AA Ref F UF URI Base EF PS 3D Movie Sound XFA FS'.split(' ');
const allOdd = (value: string): string => `<< ${odd.map((name) => `/${name} ${value}`).join(' ')} >>`;
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /JS /Name /Launch >>';

/** What may be kept: names that people chose, in places where they mean nothing. */
export const namedByPeople: Corpus = {
  'fonts of odd names': withPage(`/Resources << /Font ${allOdd('4 0 R')} >>`, font),
  'fonts of odd names, told elsewhere': withPage('/Resources << /Font 4 0 R >>', allOdd('5 0 R'), font),
  'fonts of odd names, inside a compressed stream': withPage(
    '/Resources << /Font 40 0 R >>',
    objectStream([allOdd('41 0 R'), font]),
  ),
  'pictures, colours and styles of odd names': withPage(
    `/Resources << /XObject ${allOdd('4 0 R')} /ColorSpace << /JS [/Separation /Launch /DeviceCMYK 5 0 R] >> /ExtGState ${allOdd('<< /CA 1 >>')} >>`,
    stream('', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'),
    '<< /FunctionType 2 /Domain [0 1] /N 1 >>',
  ),
  'a form field whose states have odd names': withAnnotation(
    '/Subtype /Widget /FT /Btn /T (a) /F 4 /AS /Collection /V /Collection /AP << /N << /Collection 4 0 R /JS 4 0 R >> >>',
    stream('', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'),
  ),
  'styles and letters of odd names': pdfOf([
    catalog('/StructTreeRoot << /Type /StructTreeRoot /RoleMap << /Sound /Figure /JS /P >> >>'),
    pages,
    page('/Resources << /Font << /F1 4 0 R >> >>'),
    '<< /Type /Font /Subtype /Type3 /CharProcs << /JS 5 0 R >> /Encoding << /Differences [1 /JS /Launch] >> >>',
    stream(''),
  ]),
  'facts about it that people named': pdfOf([catalog(), pages, page(), '<< /Title (a) /Collection (b) /F (c) >>'], {
    trailer: '/Info 4 0 R',
  }),
  'a jump to a place of an odd name': withLink('<< /S /GoTo /D /Launch >>'),
  'a link that sends mail': withLink(linkTo('(mailto:ada@a.example)')),
  'a link that calls a telephone': withLink(linkTo('(tel:+16175550123)')),
  'a link in the clear': withLink(linkTo('(http://a.example)')),
  'a link in large letters behind a blank': withLink(linkTo('( HTTPS://A.EXAMPLE)')),
  'a link in hexadecimal': withLink(linkTo(hexOf('https://a.example'))),
  'a link in numbers': withLink(linkTo('(\\150ttps://a.example)')),
  'a link that is told elsewhere': withPage('/Annots [4 0 R]', linkTo('5 0 R'), '(https://a.example)'),
  'what links begin with': withCatalog('/URI << /Base (https://a.example/) >>'),
  'a text that speaks of objects': withPage(
    '/Contents 4 0 R',
    stream(`BT ${'(the object \\(of\\) it) Tj << /A 1 >> BDC '.repeat(3_000)} ET`),
  ),
};
