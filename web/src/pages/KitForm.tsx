/** The field builder on `/dev/kit`, with a page, one that lies on its side and one that is cropped, and a field made elsewhere. */
import { Button, Group } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { BuilderState } from '#rooms/documents/builder/fields.ts';
import { buildForm, FieldBuilder, openForm } from '#rooms/documents/builder/lazy-builder.tsx';

const drawn = 'BT /F 16 Tf 60 700 Td (Order form) Tj 0 -60 Td (Name of the patient) Tj 0 -60 Td (Signature) Tj ET';
const pdf: Uint8Array = new TextEncoder().encode(
  [
    '%PDF-1.7',
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [7 0 R] >> >>\nendobj',
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3 /MediaBox [0 0 612 792] /Resources << /Font << /F 6 0 R >> >> >>\nendobj',
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /Contents 8 0 R /Annots [7 0 R] >>\nendobj',
    '4 0 obj\n<< /Type /Page /Parent 2 0 R /Contents 8 0 R /Rotate 90 >>\nendobj',
    '5 0 obj\n<< /Type /Page /Parent 2 0 R /Contents 8 0 R /CropBox [40 540 400 760] >>\nendobj',
    '6 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>\nendobj',
    '7 0 obj\n<< /Type /Annot /Subtype /Widget /FT /Tx /T (site) /Rect [60 440 260 470] /P 3 0 R >>\nendobj',
    `8 0 obj\n<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream\nendobj`,
    'trailer\n<< /Size 9 /Root 1 0 R >>',
    '%%EOF',
  ].join('\n'),
);
const signers = [
  { signerNum: 1, name: 'Ada Site', colour: '#1864ab' },
  { signerNum: 2, name: 'Ben Prescriber', colour: '#a61e4d' },
];

export function KitForm() {
  const [file, setFile] = useState(pdf);
  const [opened, setOpened] = useState<{ file: Uint8Array; state: BuilderState } | null>(null);
  useEffect(() => void openForm(file).then((state) => setOpened({ file, state })), [file]);
  if (!opened) return null;
  return (
    <>
      <FieldBuilder
        key={opened.file.length}
        pdf={opened.file}
        signers={signers}
        labels="order-form"
        value={opened.state}
        onChange={(state) => setOpened({ ...opened, state })}
      />
      <Group>
        <Button variant="default" onClick={() => void buildForm(opened.file, opened.state).then(setFile)}>
          Save and open again
        </Button>
      </Group>
    </>
  );
}
