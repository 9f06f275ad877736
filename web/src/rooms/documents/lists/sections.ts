/** Which documents stand in which section of the Documents page (DOC-05 to DOC-10, ODF-05, UMR-03, UMR-04, UMR-09). */
import { numberAlone } from '@portal/contract/shipments/rules.ts';
import { pendingReport, standingWords } from '@portal/contract/signing/rules.ts';
import { asDay, dayOf } from '#kit/today.ts';
import { isFound } from '#shared/list-search.ts';
import type { Filter } from '#shared/narrowed-list.ts';
import type { Document } from '../queries.ts';

/** What became of a report; null while it waits, and where it is none (UMR-02). */
const decisionOf = ({ userManagementReport: said }: Document) => (said === pendingReport ? null : said);

/** How a document stands, in a word with its colour; null where nobody has to sign it. */
export function statusOf(document: Document): { word: string; colour: string } | null {
  const report = decisionOf(document);
  if (report) return { word: report, colour: report === 'Accepted' ? 'green' : 'red' };
  if (document.isRejected) return { word: 'Rejected', colour: 'red' };
  if (document.isCompletelySigned) return { word: 'Completed', colour: 'green' };
  if (document.isCurrentSigner) return { word: standingWords.needs_signing, colour: 'yellow' };
  if (document.waitsFor !== null) return { word: standingWords.pending, colour: 'blue' };
  return null;
}

/** SGN-03: it is this person's turn. */
export const needsSigning = (document: Document): boolean =>
  document.isCurrentSigner && !document.isRejected && !document.isCompletelySigned;

/** Its own ids are there with which it is opened to be signed. */
export const canSign = (document: Document): boolean =>
  needsSigning(document) && document.uuid !== null && document.signerUuid !== null;

const hasEnded = (document: Document): boolean =>
  document.isRejected || document.isCompletelySigned || decisionOf(document) !== null;

export const isReport = ({ isUserManagementReport }: Document): boolean => isUserManagementReport;
export const isOrderForm = ({ srId }: Document): boolean => srId !== null;
export const isTrainingForm = ({ isTemplate, userTypes }: Document): boolean => isTemplate && userTypes !== null;

/** DOC-20, OPS-50: those of other requests stay with the request alone. */
const listedStatuses: readonly (string | null)[] = ['preprocessing', 'processing', 'shipped', 'received'];
const isListed = (document: Document): boolean => !isOrderForm(document) || listedStatuses.includes(document.srStatus);

/** Each document once, as the first list has it. */
function together(...lists: readonly (readonly Document[])[]): Document[] {
  const found = new Map<number, Document>();
  for (const document of lists.flat()) if (!found.has(document.docId)) found.set(document.docId, document);
  return [...found.values()];
}

export interface Sections {
  template: readonly Document[];
  formsToSign: readonly Document[];
  formsCompleted: readonly Document[];
  reportsCompleted: readonly Document[];
  reportsToSign: readonly Document[];
  all: readonly Document[];
}

/** `ofGroup` are the documents of the chosen group, `toSign` what this person signs anywhere; `isHere` is what is of that group. */
export function sectionsOf(
  ofGroup: readonly Document[],
  toSign: readonly Document[],
  isAdmin: boolean,
  isHere: (document: Document) => boolean,
): Sections {
  const forms = toSign.filter((one) => isOrderForm(one) && isListed(one));
  // A report goes with its trial or site, unless it waits for this person, who then finds it wherever they are.
  const ownReports = toSign.filter((one) => isReport(one) && (isHere(one) || needsSigning(one)));
  const reports = together(ownReports, ofGroup.filter(isReport));
  // SGN-21: whoever has signed an order form sees that it waits for the next signer.
  const waiting = forms.filter((one) => !needsSigning(one) && !hasEnded(one));
  const sent = toSign.filter((one) => !isOrderForm(one) && !isReport(one));
  return {
    template: ofGroup.filter((one) => one.orderFormTemplate),
    formsToSign: forms.filter(needsSigning),
    formsCompleted: forms.filter((one) => one.isCompletelySigned),
    reportsCompleted: reports.filter(hasEnded),
    reportsToSign: reports.filter((one) => needsSigning(one) || (isAdmin && !hasEnded(one))),
    all: together(ofGroup, sent, waiting).filter(isListed),
  };
}

/** What else there is to say of a document than its name. That of an order form names its request already. */
export function aboutOf(document: Document): string | null {
  if (document.orderFormTemplate) return 'Order form of this trial';
  if (isOrderForm(document)) return [subjectsOf(document), signersOf(document)].filter(Boolean).join(' · ');
  if (isReport(document)) return 'User management report';
  if (isTrainingForm(document)) return 'Acknowledgment form';
  return null;
}

const subjectsOf = ({ participants }: Document): string =>
  participants.length === 0
    ? ''
    : `${participants.length === 1 ? 'Subject' : 'Subjects'} ${participants.map(numberAlone).join(', ')}`;
const signersOf = ({ signers }: Document): string => (signers.length === 0 ? '' : `Signers: ${signers.join(', ')}`);

/** UMR-07: who rejected it and when, and why where that was said. */
export function rejectionOf({ rejection }: Document): { by: string; reason: string | null } | null {
  if (!rejection) return null;
  const { by, at, reason } = rejection;
  return { by: `Rejected by ${by}, ${asDay(dayOf(at))}`, reason };
}

export const isDocumentFound = (document: Document, text: string): boolean =>
  isFound(text, [document.friendlyName, document.filename, aboutOf(document), document.waitsFor, document.srId]);

const isRejected = (document: Document): boolean => statusOf(document)?.word === 'Rejected';
const hasWord = (word: string) => (document: Document) => statusOf(document)?.word === word;
export const filters: readonly Filter<Document>[] = [
  { key: 'sign', label: standingWords.needs_signing, leaves: needsSigning, stays: true },
  { key: 'pending', label: standingWords.pending, leaves: hasWord(standingWords.pending), stays: true },
  {
    key: 'completed',
    label: 'Completed',
    leaves: (document) => hasEnded(document) && !isRejected(document),
    stays: true,
  },
  { key: 'rejected', label: 'Rejected', leaves: isRejected, loud: true },
];
