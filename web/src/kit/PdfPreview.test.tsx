import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aPdf, drawsPdfs } from '#test/documents.ts';
import { show } from '#test/kit.tsx';
import { PdfPreview } from './PdfPreview.tsx';

drawsPdfs();

const open = (pdf: string, more: Partial<Parameters<typeof PdfPreview>[0]> = {}) => {
  const file = new Blob([pdf], { type: 'application/pdf' });
  const page = show(
    <PdfPreview title="Slip" file={file} filename="signed slip.pdf" onClose={() => undefined} {...more} />,
  );
  return { ...page, file };
};
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
/** It has nothing to do, and keeps the focus: a disabled one would lose it. */
const rests = (name: string) => !button(name).disabled && button(name).getAttribute('aria-disabled') === 'true';

test('SDC-05 one page after the other, or the one that is asked for', async () => {
  const { user } = open(aPdf(['First', 'Second', 'Third']));
  expect(await screen.findByText('First')).toBeDefined();
  expect(screen.getByText('of 3')).toBeDefined();
  expect(rests('Previous page')).toBe(true);
  await user.click(button('Next page'));
  expect(await screen.findByText('Second')).toBeDefined();
  expect(screen.queryByText('First')).toBeNull();
  expect(screen.getByText('Page 2 of 3').closest('output')).not.toBeNull();
  const number = screen.getByRole<HTMLInputElement>('textbox', { name: 'Page' });
  await user.clear(number);
  await user.type(number, '3');
  expect(await screen.findByText('Third')).toBeDefined();
  expect(rests('Next page')).toBe(true);
  await user.click(button('Next page'));
  expect(screen.getByText('Page 3 of 3')).toBeDefined();
  expect(document.activeElement).toBe(button('Next page'));
  await user.click(button('Previous page'));
  expect(await screen.findByText('Second')).toBeDefined();
});

test('CCN-16 the viewer of a document is 900 pixels wide', async () => {
  open(aPdf(['First']));
  await screen.findByText('First');
  // There is no layout here: 16 pixels are 1rem.
  expect(screen.getByRole('dialog', { name: 'Slip' }).style.getPropertyValue('--sheet-width')).toBe('56.25rem');
});

test('SDC-05 a page can be made larger and smaller, and again as wide as there is room', async () => {
  const { user } = open(aPdf(['First']));
  await screen.findByText('First');
  const width = () => screen.getByRole('group', { name: 'Page 1 of Slip' }).querySelector('canvas')?.style.width;
  expect([width(), rests('Fit to width'), rests('Zoom in')]).toEqual(['200px', true, false]);
  await user.click(button('Zoom in'));
  expect(screen.getByText('125 %')).toBeDefined();
  await waitFor(() => expect(width()).toBe('250px'));
  await user.click(button('Fit to width'));
  await waitFor(() => expect(width()).toBe('200px'));
  await user.click(button('Zoom out'));
  await waitFor(() => expect(width()).toBe('150px'));
  await user.click(button('Zoom out'));
  expect([screen.getByText('50 %'), rests('Zoom out'), rests('Fit to width')]).toEqual([
    expect.anything(),
    true,
    false,
  ]);
  expect(document.activeElement).toBe(button('Zoom out'));
});

test('SDC-05 SEC-31 Download hands out the file as it is, under its name', async () => {
  const kept: unknown[] = [];
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    kept.push(file);
    return 'blob:kept';
  });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    kept.push(this.href, this.download);
  });
  const { user, file } = open(aPdf(['First']), { filename: '../signed "slip".pdf' });
  await user.click(await screen.findByRole('button', { name: 'Download' }));
  expect(kept).toEqual([file, 'blob:kept', 'signed slip.pdf']);
  click.mockRestore();
  made.mockRestore();
});

test('SEC-31 scripts, forms and links of a document do nothing', async () => {
  const script = '<< /S /JavaScript /JS (this.submitForm\\("https://elsewhere.example"\\)) >>';
  const link = `<< /Type /Annot /Subtype /Link /Rect [0 0 300 400] /A << /S /URI /URI (https://elsewhere.example) >> >>`;
  const pressed = `<< /Type /Annot /Subtype /Widget /FT /Btn /T (b) /Ff 65536 /Rect [0 0 90 90] /A ${script} >>`;
  const answered = vi.spyOn(globalThis, 'fetch');
  const { user } = open(
    aPdf(['First', 'Second'], {
      document: `/OpenAction ${script} /AcroForm << /Fields [] >>`,
      page: `/AA << /O ${script} >> /Annots [${link} ${pressed}]`,
    }),
  );
  await screen.findByText('First');
  await user.click(button('Next page'));
  await screen.findByText('Second');
  await user.click(button('Previous page'));
  await screen.findByText('First');
  const page = within(screen.getByRole('group', { name: 'Page 1 of Slip' }));
  await waitFor(() => expect(document.querySelector('canvas')?.style.visibility).toBe(''));
  for (const role of ['link', 'button', 'textbox'] as const) expect(page.queryAllByRole(role)).toEqual([]);
  expect(answered).not.toHaveBeenCalled();
  answered.mockRestore();
});

test.each([
  ['is damaged', 'this is no PDF'],
  [
    'asks for a password',
    aPdf(['First'], {
      end: `/ID [(a) (a)] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O (${'o'.repeat(32)}) /U (${'u'.repeat(32)}) >>`,
    }),
  ],
])('SDC-05 a document that %s says so, and can still be downloaded', async (_, pdf) => {
  const asked = vi.fn<() => string>().mockImplementation(() => {
    throw new Error('nobody is there to answer');
  });
  vi.stubGlobal('prompt', asked);
  open(pdf);
  expect((await screen.findByRole('alert')).textContent).toContain('This document cannot be shown here.');
  expect(button('Download').disabled).toBe(false);
  expect(asked).not.toHaveBeenCalled();
  vi.unstubAllGlobals();
});

test('SDC-05 until the document is there it is on its way, and what went wrong is said', async () => {
  const onRetry = vi.fn<() => void>();
  const page = open('', { file: undefined });
  expect(screen.getByText('Loading the document…')).toBeDefined();
  page.unmount();
  const { user } = open('', { file: undefined, failure: 'It is gone.', onRetry });
  expect(screen.getByRole('alert').textContent).toContain('It is gone.');
  expect(screen.queryByText('Loading the document…')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
  await user.click(button('Try again'));
  expect(onRetry).toHaveBeenCalledOnce();
});

test('what draws PDFs is loaded by what shows one alone, once it is opened', () => {
  const src = path.join(import.meta.dirname, '..');
  const importing = (what: RegExp) =>
    globSync('**/*.{ts,tsx}', { cwd: src, exclude: (name) => name.includes('.test.') }).filter((file) =>
      what.test(readFileSync(path.join(src, file), 'utf8')),
    );
  expect(importing(/from '(?:react-pdf|pdfjs-dist)/)).toEqual([path.join('kit', 'pdf-drawing.tsx')]);
  const builder = path.join('rooms', 'documents', 'builder');
  expect(importing(/^import (?!type ).*pdf-drawing\.tsx'/m).sort()).toEqual([
    path.join('kit', 'PdfPages.tsx'),
    path.join(builder, 'Canvas.tsx'),
    path.join('rooms', 'signing', 'Pages.tsx'),
    path.join('rooms', 'user-reports', 'PagesToEnd.tsx'),
  ]);
  expect(importing(/^import (?!type ).*\/(?:PdfPages|FieldBuilder|FillForm)\.tsx'/m)).toEqual([]);
  // What writes them is larger still.
  const signing = path.join('rooms', 'signing');
  const form = path.join('shared', 'pdf-form');
  const working = [
    path.join(builder, 'read-form.ts'),
    path.join(builder, 'write-form.ts'),
    path.join(signing, 'own-fields.ts'),
    path.join(signing, 'write-filling.ts'),
  ];
  const drawing = path.join('shared', 'pdf-report');
  expect(importing(/from '@cantoo\/pdf-lib'/).sort()).toEqual([
    ...working,
    path.join(form, 'form-in-pdf.ts'),
    path.join(form, 'page-frame.ts'),
    path.join(drawing, 'fonts.ts'),
    path.join(drawing, 'sheet.ts'),
  ]);
  expect(importing(/^import (?!type ).*\/(?:page-frame|form-in-pdf)\.ts'/m).sort()).toEqual(working);
  expect(importing(/^import (?!type ).*\/(?:read-form|write-form|own-fields|write-filling)\.ts'/m)).toEqual([
    path.join(signing, 'FillForm.tsx'),
  ]);
  expect(importing(/^(?:import|\}) (?!type ).*\/pdf-report\/sheet\.ts'/m).sort()).toEqual([
    path.join('rooms', 'audit', 'access', 'draw-access-report.ts'),
    path.join('rooms', 'user-reports', 'draw-report.ts'),
  ]);
  expect(importing(/^import (?!type ).*\/draw-(?:access-)?report\.ts'/m)).toEqual([]);
});
