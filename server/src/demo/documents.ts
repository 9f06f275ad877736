/** The demo's documents: for a trial and a site, a training form, a report that was accepted and one that waits to be signed, and what lies in the library. */
import { attachToGroups, keepDocument, type Pdf } from '#rooms/documents/door.ts';
import { askForSignatures, forms, type SignatureEntry } from '#rooms/signing/door.ts';
import { saveReport } from '#rooms/user-reports/door.ts';
import type { Viewer } from '../platform/security/viewer.ts';
import { addDays } from '../platform/core/clock.ts';
import type { ActAs } from './act-as.ts';
import { sheet } from './papers.ts';
import type { Step } from './step.ts';
import { signs } from './sign.ts';

const trial = 'Aurelia Migraine Study, AUR-101';

const protocol = () =>
  sheet([
    'Protocol',
    trial,
    'Double-blind comparison of Aurelix with placebo for the prevention of migraine in adults.',
    'Participants take one tablet every morning for 24 weeks and keep a diary of their headaches.',
    'Medication is ordered, received and given out by trained staff of the site alone.',
  ]);
const storage = () =>
  sheet([
    'Storage of study medication',
    'Boston General, headache clinic',
    'Tablets: below 25 degrees Celsius, in the locked cabinet of room 412.',
    'Pens: 2 to 8 degrees Celsius, in the refrigerator of the pharmacy. Call its desk before you collect them.',
  ]);
const leaflet = () =>
  sheet([
    'How to use the Aurelix pen',
    'Take the pen out of the refrigerator 30 minutes before the injection.',
    'Choose a place on the belly or the thigh, and clean it.',
    'Press the pen until it clicks, and count to ten.',
  ]);
const consent = () =>
  sheet(['Consent to the use of my data', 'First name', '', '', 'Last name', '', '', 'Signature'], {
    fields: [
      ['TextInput0_1_Required_Patient First Name', 200, 716],
      ['TextInput1_1_Required_Patient Last Name', 200, 644],
      ['Signature2_1_Required', 200, 572],
    ],
  });

const training = () =>
  sheet(
    [
      'Good Clinical Practice',
      'Bexley Asthma Study, BEX-202',
      'I have read the protocol and know whom to ask.',
      'Signature',
    ],
    { fields: [['Signature0_1_Required', 72, 600]] },
  );
const report = (since: string, people: readonly string[]) =>
  sheet(
    [
      'User management report',
      `Boston General, changes since ${since}`,
      ...people,
      'Administrator',
      '',
      '',
      '',
      'Sponsor',
    ],
    {
      fields: [
        ['Signature0_1_Required', 72, 600],
        ['Signature1_2_Required', 72, 528],
      ],
    },
  );
const peopleEarlier = ['Grace Holloway, Site User: has site access, registered', ''];
const peopleNow = [
  'Grace Holloway, Site User: has site access',
  'Daniel Reyes, Site User: has site access, registered',
];
/** As the names of reports have them: 05-03-2026. */
const inName = (day: string): string => day.split('-').reverse().join('-');

export function planDocuments({
  actAs,
  admin,
  people,
  groups,
}: {
  actAs: ActAs;
  admin: Viewer;
  people: ReadonlyMap<string, Viewer>;
  groups: ReadonlyMap<string, number>;
}): Step[] {
  const keep = (friendlyName: string, pdf: Pdf, more: { isLibrary?: true; isTemplate?: true } = {}) => {
    const filename = `${friendlyName.toLowerCase().replaceAll(' ', '-')}.pdf`;
    return keepDocument(actAs(admin), { pdf, filename, friendlyName, careGroupId: null, partnerId: null, ...more });
  };
  const attached = (daysAgo: number, group: string, friendlyName: string, pdf: Pdf, cascades: boolean): Step => ({
    daysAgo,
    run: async () => {
      const { id: documentId } = await keep(friendlyName, pdf);
      const careGroupIds = [groups.get(group) as number];
      await attachToGroups(actAs(admin), { documentId, careGroupIds, cascades, isOrderForm: false, userTypes: null });
    },
  });
  /** It applies to people of a trial that has none yet: nobody has to sign it before they see the demo. */
  const addTraining = async () => {
    const { id: documentId } = await keep('Good Clinical Practice', training(), { isTemplate: true });
    const careGroupIds = [groups.get('BEX-202') as number];
    const userTypes = ['Site User', 'Sponsor'] as const;
    const how = { cascades: true, isOrderForm: false, userTypes, canBeSigned: true };
    await attachToGroups(actAs(admin), { documentId, careGroupIds, ...how });
  };
  const sponsor = people.get('sponsor@meridian.example') as Viewer;
  const addReport = async (of: readonly string[]): Promise<number> => {
    const act = actAs(admin);
    const careGroupId = groups.get('Boston General') as number;
    const [today, since] = [act.today(), addDays(act.today(), -90)];
    const name = `User Management Report Boston General_${inName(today)}_${inName(since)}`;
    const pdf = report(inName(since), of);
    await forms.validate(pdf, 2);
    const { id: documentId } = await keep(name, pdf);
    await saveReport(act, { documentId, careGroupId, changesSince: since });
    await attachToGroups(actAs(admin), {
      documentId,
      careGroupIds: [careGroupId],
      cascades: false,
      isOrderForm: false,
      userTypes: null,
    });
    const signers = [admin, sponsor].map((one) => ({
      providerId: one.providerId,
      name: `${one.firstName} ${one.lastName}`,
      email: one.email,
    }));
    await askForSignatures(actAs(admin), { documentId, kind: 'report', signers });
    return documentId;
  };
  /** Accepted with the last signature (UMR-06). */
  const accepted: { documentId?: number; signed: SignatureEntry[] } = { signed: [] };
  const signAccepted = (who: Viewer) => () => signs(actAs(who), accepted.documentId as number, accepted.signed);
  return [
    { daysAgo: 60, run: addTraining },
    { daysAgo: 95, run: async () => void (accepted.documentId = await addReport(peopleEarlier)) },
    { daysAgo: 94.9, run: signAccepted(admin) },
    { daysAgo: 94.2, run: signAccepted(sponsor) },
    { daysAgo: 3, run: async () => void (await addReport(peopleNow)) },
    attached(390, 'AUR-101', 'Protocol AUR-101', protocol(), true),
    attached(200, 'Boston General', 'Storage of study medication', storage(), false),
    { daysAgo: 150, run: async () => void (await keep('How to use the pen', leaflet(), { isLibrary: true })) },
    {
      daysAgo: 149,
      run: async () => void (await keep('Consent to data use', consent(), { isLibrary: true, isTemplate: true })),
    },
  ];
}
