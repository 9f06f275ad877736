/** The readable form of a copy: plain pages that any browser shows, also without a network. */
import { codeWords } from '@portal/contract/audit/code-words.ts';
import { actionWords, nameKey, recordWords } from '@portal/contract/audit/words.ts';
import { mentionedIn } from '../name-records.ts';
import type { Records } from './gather-records.ts';

export const escaped = (text: string | null | undefined): string =>
  (text ?? '').replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
/** In the one zone that is everybody's. */
export const spoken = (at: Date | null): string => (at ? `${at.toISOString().replace('T', ' ').slice(0, 19)} UTC` : '');
export const row = (cells: readonly unknown[]): string =>
  `<tr>${cells.map((cell) => `<td>${String(cell)}</td>`).join('')}</tr>`;
export const table = (heads: readonly string[], rows: readonly string[]): string =>
  rows.length === 0
    ? '<p>None.</p>'
    : `<table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;

export const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<style>body{font-family:system-ui,sans-serif;margin:2rem;max-width:75rem}table{border-collapse:collapse;width:100%}
th,td{border:1px solid #999;padding:.3rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}</style></head>
<body><main><h1>${escaped(title)}</h1>
${body}
</main></body></html>
`;

/** Behind what somebody did under emergency access (PRV-11). */
export const emergencyMark = (inEmergency: boolean): string => (inEmergency ? ', emergency access' : '');
/** Above readings, where months of them are archived. */
export const archivedReadings = ({ archivedUpTo }: { archivedUpTo: string | null }): string =>
  archivedUpTo === null
    ? ''
    : `<p>Readings up to ${archivedUpTo} are archived and not in this copy. Ask the operator of the portal for them.</p>\n`;

type Document = Records['documents'][number];
type Entry = Records['audit'][number];

const entryRows = (entries: readonly Entry[]): string[] =>
  entries.map(({ number, at, person, type, kind, recordKind, recordId, changes, reason }) =>
    row([
      number,
      spoken(at),
      escaped(`${person} (${type})`),
      escaped((actionWords as Record<string, string>)[kind] ?? kind),
      escaped(`${recordWords[recordKind] ?? recordKind} ${recordId}`),
      changes
        .map(({ field, old, new: next }) => {
          const told = (value: unknown) =>
            (typeof value === 'number' && codeWords(recordKind, field, value)) || JSON.stringify(value ?? null);
          return escaped(`${field}: ${told(old)} → ${told(next)}`);
        })
        .join('<br>'),
      escaped(reason),
    ]),
  );
const entryHeads = ['Number', 'When', 'Who', 'What', 'Record', 'Changes', 'Reason'];

/** Entries, and below them what the numbers in them stand for, as far as the reader knows it. */
export const trailAsTables = (
  title: string,
  entries: readonly Entry[],
  names: Records['names'],
): string => `<h2>${title}</h2>
${table(entryHeads, entryRows(entries))}
<h2>Names</h2>
<p>As they were when this copy was made.</p>
${table(
  ['Kind', 'Number', 'Name'],
  [...mentionedIn(entries)].flatMap(([kind, ids]) =>
    [...ids]
      .sort((a, b) => a - b)
      .flatMap((id) => {
        const name = names[nameKey(kind, id)];
        return name === undefined ? [] : [row([escaped(recordWords[kind]), id, escaped(name)])];
      }),
  ),
)}`;

export const documentsAsTable = (documents: readonly Document[]): string =>
  table(
    ['Number', 'Name', 'Uploaded', 'Signatures', 'Deleted'],
    documents.map(({ docId, friendlyName, uploadedAt, request, removedAt }) =>
      row([
        docId,
        `<a href="documents/${docId}/index.html">${escaped(friendlyName)}</a>`,
        spoken(uploadedAt),
        request ? escaped(`${request.state}, ${request.signatures.length}`) : '',
        spoken(removedAt),
      ]),
    ),
  );

export const peopleAsTable = (people: Records['people']): string => `<h2>People</h2>
${table(
  ['Number', 'Name', 'E-mail', 'Type'],
  people.map((one) =>
    row([one.cpId, escaped(`${one.firstName} ${one.lastName}`.trim()), escaped(one.email), escaped(one.type)]),
  ),
)}`;

/** What of training forms is not in a copy, and why. */
function leftOutOf({ trial, copiesLeftOut: n, madeFor }: Records): string {
  const beyond =
    madeFor === 'company'
      ? ''
      : `<p>It was made by an administrator of some groups. What people beyond these groups signed of training forms is not in it.</p>\n`;
  if (n === 0) return beyond;
  const [copies, owners] =
    n === 1
      ? ['1 copy of a training form that another group had as well', 'It belongs to somebody']
      : [`${n} copies of training forms that other groups had as well`, 'They belong to people'];
  return `${beyond}<p>Left out: ${copies}. ${owners} who never had access to this ${trial.kind}.</p>\n`;
}

export function indexPage(records: Records, madeAt: Date): string {
  const { trial, groups, people, documents, audit, names } = records;
  return page(
    `Records of ${trial.name}${trial.trial === null ? '' : ` of trial ${trial.trial}`}`,
    `<p>A complete copy, made ${spoken(madeAt)}. <code>node verify.mjs</code> in this folder checks it.</p>
${leftOutOf(records)}<h2>Documents</h2>
${documentsAsTable(documents)}
<h2>Trial and sites</h2>
${table(
  ['Number', 'Name', 'Removed'],
  groups.map((one) => row([one.careGroupId, escaped(one.name), spoken(one.removedAt)])),
)}
${peopleAsTable(people)}
${trailAsTables('Audit trail', audit, names)}`,
  );
}

/** The entries about each document and about its request, by the number of the document, in the order of the trail. */
export function entriesByDocument({ documents, audit }: Pick<Records, 'documents' | 'audit'>) {
  const documentOf = new Map(documents.map(({ docId, request }) => [String(request?.requestId), String(docId)]));
  return Map.groupBy(audit, ({ recordKind, recordId }) =>
    recordKind === 'document' ? recordId : recordKind === 'signing_request' ? documentOf.get(recordId) : undefined,
  );
}

export function documentPage(document: Document, about: readonly Entry[], names: Records['names']): string {
  const { docId, friendlyName, filename, revisions, request } = document;
  return page(
    friendlyName,
    `<p><a href="../../index.html">All documents</a></p>
<p>Document ${docId}, ${escaped(filename)}${document.templateId === null ? '' : `, a copy of document ${document.templateId}`}${
      document.correctsId === null ? '' : `, which corrects document ${document.correctsId}`
    }${document.removedAt ? `, deleted ${spoken(document.removedAt)}` : ''}.</p>
<h2>Revisions</h2>
${table(
  ['Revision', 'Made by', 'When', 'Bytes', 'SHA-256'],
  revisions.map((one) =>
    row([
      `<a href="${one.revision}.pdf">${one.revision}</a>`,
      escaped(one.by),
      spoken(one.at),
      one.bytes,
      escaped(one.sha256),
    ]),
  ),
)}
<h2>Signatures</h2>
${table(
  ['Signer', 'Name', 'Role', 'Reason', 'When', 'Field', 'Page', 'SHA-384 of the drawing'],
  (request?.signatures ?? []).map((one) =>
    row([
      one.signerNum ?? 'not asked',
      escaped(`${one.firstName} ${one.lastName}`.trim()),
      escaped(one.type),
      escaped(one.reason),
      spoken(one.date),
      escaped(one.fieldName),
      one.page,
      escaped(one.hash),
    ]),
  ),
)}
<p>${request ? escaped(`The request for signatures is ${request.state}.${request.sealedAt ? ` Sealed ${spoken(request.sealedAt)}.` : ''}`) : 'Nobody was asked to sign it.'}</p>
${trailAsTables('Audit trail', about, names)}`,
  );
}
