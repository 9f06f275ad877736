import type { UploadType } from '@portal/contract/documents/rules.ts';
import { FactList } from '#kit/FactList.tsx';
import { type Draft, fieldsOf, type Place, signersOf } from './draft.ts';
import type { BuilderState } from '../builder/fields.ts';
import { sizeOf } from './FileStep.tsx';
import { Preview } from './Preview.tsx';
import classes from './Upload.module.css';

/** All that was said, and the document as it will be sent. */
export function ReviewStep(props: {
  type: UploadType;
  place: Place;
  draft: Draft;
  pdf: Blob;
  /** One for each signer. */
  colours: readonly string[];
}) {
  const { type, place, draft, pdf, colours } = props;
  const { fields } = draft;
  const signers = signersOf(type, draft);
  const names = (place?.groups ?? []).filter(({ gId }) => draft.gIds.includes(gId)).map((one) => one.displayName);
  const isReadOnly = type === 'Read-Only PDF';
  const facts: [string, string][] = [
    ['Type', type],
    ['Name', draft.name.trim()],
    ...(place?.corrects ? [['Corrects', place.corrects.friendlyName] satisfies [string, string]] : []),
    ['File', `${draft.file?.name ?? ''}, ${sizeOf(pdf)}`],
    ...(place
      ? [['Added to', isReadOnly ? names.join(', ') : place.group.displayName] satisfies [string, string]]
      : []),
    ...(isReadOnly && draft.cascade
      ? [['Groups below', 'Also added, including groups added later'] satisfies [string, string]]
      : []),
    ...signers.flatMap(({ signerNum, name, email }): [string, string][] => [
      [
        type === 'Acknowledgment Form' || type === 'Template' ? 'Signed by each of' : `Signer ${signerNum}`,
        email ? `${name}, ${email}` : name,
      ],
      [signers.length === 1 ? 'Fields' : `Fields of signer ${signerNum}`, fieldsOf(draft, signerNum) || 'None'],
    ]),
  ];
  return (
    <div className={classes.beside}>
      <FactList facts={facts} />
      <Preview
        file={pdf}
        label={draft.name.trim()}
        over={fields && ((page, width) => <PlacedFields state={fields} page={page} width={width} colours={colours} />)}
      />
    </div>
  );
}

/** Where fields stand on one page, each with the number of its signer. How many there are, the facts say in words. */
function PlacedFields(props: { state: BuilderState; page: number; width: number; colours: readonly string[] }) {
  const { state, page, width, colours } = props;
  const scale = width / (state.pages[page - 1]?.width ?? width);
  return state.fields
    .filter((one) => one.page === page - 1)
    .map(({ id, signer, ...box }) => (
      <span
        key={id}
        className={classes.placed}
        style={{
          left: box.x * scale,
          top: box.y * scale,
          width: box.width * scale,
          height: box.height * scale,
          color: colours[signer - 1],
        }}
        aria-hidden
      >
        {signer}
      </span>
    ));
}
