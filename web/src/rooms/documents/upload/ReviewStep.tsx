import type { UploadType } from '@portal/contract/documents/rules.ts';
import { FactList } from '#kit/FactList.tsx';
import { type Draft, fieldCount, type Place, signersOf } from './draft.ts';
import { sizeOf } from './FileStep.tsx';
import { Preview } from './Preview.tsx';
import classes from './Upload.module.css';

/** All that was said, and the document as it will be sent. */
export function ReviewStep(props: { type: UploadType; place: Place; draft: Draft; pdf: Blob }) {
  const { type, place, draft, pdf } = props;
  const names = (place?.groups ?? []).filter(({ gId }) => draft.gIds.includes(gId)).map((one) => one.displayName);
  const isReadOnly = type === 'Read-Only PDF';
  const facts: [string, string][] = [
    ['Type', type],
    ['Name', draft.name.trim()],
    ['File', `${draft.file?.name ?? ''}, ${sizeOf(pdf)}`],
    ...(place
      ? [['Added to', isReadOnly ? names.join(', ') : place.group.displayName] satisfies [string, string]]
      : []),
    ...(isReadOnly && draft.cascade
      ? [['Groups below', 'Also added, to later ones too'] satisfies [string, string]]
      : []),
    ...signersOf(type, draft).map(({ signerNum, name }): [string, string] => [
      type === 'Acknowledgment Form' || type === 'Template' ? 'Signed by each of' : `Signer ${signerNum}`,
      name,
    ]),
    ...(fieldCount(draft) > 0 ? [['Fields', String(fieldCount(draft))] satisfies [string, string]] : []),
  ];
  return (
    <div className={classes.beside}>
      <FactList facts={facts} />
      <Preview file={pdf} label={draft.name.trim()} />
    </div>
  );
}
