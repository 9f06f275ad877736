/** A trial, its sites and their participants, as the contract has them. */
import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import type { Participant } from '@portal/contract/participants/endpoints.ts';

export const aTrial = (more: Partial<CareGroup> = {}): CareGroup => ({
  gId: 1,
  parentId: null,
  groupName: 'AUR-101',
  displayName: 'Aurelia Migraine Study',
  description: '',
  type: 'clinicalTrial',
  groupType: 'Trial',
  sponsorId: 1,
  sponsorName: 'Aurelia Therapeutics',
  hasCard: true,
  hasShippingRequest: true,
  outreachPreference: true,
  subjectNumberMask: 'XXX-XXX',
  orderFormTemplate: null,
  trialSiteCount: 2,
  trialConfigured: 'configured',
  siteConfigured: 'configured',
  cardConfigured: 'configured',
  shippingConfigured: 'configured',
  groupConfigMode: 'Edit',
  cardConfigMode: 'Edit',
  primaryContact: null,
  companyId: 1,
  brandId: null,
  version: 1,
  ...more,
});

export const aSite = (more: Partial<CareGroup> = {}): CareGroup =>
  aTrial({
    gId: 2,
    parentId: 1,
    groupName: 'AUR-101-BOS',
    displayName: 'Boston General',
    type: 'trialSite',
    groupType: 'Trial Site',
    trialSiteCount: 0,
    ...more,
  });
export const lyon = aSite({ gId: 3, groupName: 'AUR-101-LYO', displayName: 'Lyon Clinic' });

export const aParticipant = (more: Partial<Participant> = {}): Participant => ({
  participantId: 11,
  fname: 'Ann',
  lname: 'Archer',
  dob: '1980-03-05',
  gender: 1,
  email: 'ann@example.com',
  phone: '+16175550123',
  address: { street: '1 Beacon St', street2: '', city: 'Boston', state: 'Massachusetts', zip: '02108', country: 'USA' },
  addrId: 71,
  subjectNumber: '101-001',
  ctrxId: 'CTRX-000011',
  trial: 'Aurelia Migraine Study',
  isActive: true,
  preferred_contact: 0,
  cardTemplateInfo: { hasCard: true, cardConfigured: 'configured' },
  version: 4,
  ...more,
});

/** As many participants as a table is to hold. */
export const participants = (count: number): Participant[] =>
  Array.from({ length: count }, (_, i) =>
    aParticipant({
      participantId: 100 + i,
      subjectNumber: `101-${String(i + 1).padStart(3, '0')}`,
      fname: `Pat${i + 1}`,
      email: `pat${i + 1}@example.com`,
    }),
  );
