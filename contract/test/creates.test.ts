import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from '../src/all.ts';

const creating = endpoints.filter(({ endpoint }) => endpoint.creates);
type Creating = (typeof creating)[number];
const fieldsOf = ({ endpoint: { reply } }: Creating) => (reply instanceof z.ZodObject ? reply.shape : {});

/** Whose `message` is what was created, with its number: the message of a conversation. */
const itself = 'conversations.attachDocument';

test('OPC-04 every call that creates something answers with a message', () => {
  expect(creating.length).toBeGreaterThan(50);
  const silent = creating.filter((one) => !(fieldsOf(one)['message'] instanceof z.ZodString));
  expect(silent.map(({ name }) => name)).toEqual([itself]);
});

/** What answers without the number of what it created, and why that is enough. */
const withoutNumber: Record<string, string> = {
  'companies.addPublicImage': 'the image goes by its address, which is answered',
  'conversations.attachDocument': 'the number is in its message',
  'delegates.addNpi': 'the NPI that was given goes by itself, with the delegate',
  'delegates.reinviteDelegate': 'the delegate keeps the number that was given',
  'documents.attachToGroups': 'the document and its groups were given',
  'outreach.remindPatient': 'the reminder goes by the assessment that was given',
  'partners.addPharmacySupplier': 'the site, the partner and the product were given',
  'partners.addWholesalerSupplier': 'the site, the partner and the product were given',
  'partners.connectPharmacy': 'the group and the partner were given',
  'partners.connectWholesaler': 'the group and the partner were given',
  'partners.invitePharmacyUser': 'an invitation goes by the e-mail that was given, until it is accepted',
  'partners.inviteWholesalerUser': 'an invitation goes by the e-mail that was given, until it is accepted',
  'patientRecords.attachToPatients': 'the document and its patients were given',
  'patients.addToGroup': 'the patient and the group were given',
  'patients.importPatients': 'each line of the file says what became of it',
  'providers.addGroupsOfUser': 'the person and their groups were given',
  'providers.inviteUsers': 'each line of the file says what became of it',
  'providers.reinviteUser': 'the invitation keeps the number that was given',
  'shipments.setReminder': 'the reminder goes by the request that was given',
  'userReports.saveUserReport': 'the report goes by the document that was given',
};
const isNumber = (name: string) => /(?:Ids?|ID|_id)$/.test(name);

test('OPC-04 every call that creates something answers with its number, but for those whose reason is written down', () => {
  const without = creating.filter((one) => !Object.keys(fieldsOf(one)).some(isNumber));
  expect(without.map(({ name }) => name).toSorted()).toEqual(Object.keys(withoutNumber));
});
