import { room } from '../room.ts';

export const delegates = room({
  pages: ['/settings/physician-user-management'],
  failures: {
    // OPS-47
    'delegate.listed': { status: 400, message: 'This email has already been invited.' },
    'delegate.not_pending': { status: 409, message: 'Only a pending delegate can be invited again.' },
    'delegate.deactivated': { status: 409, message: 'This delegate is deactivated.' },
    'delegate_npi.taken': { status: 400, message: 'NPI is already in the table' },
    // PHY-09: an invite needs one, so a delegate keeps one.
    'delegate_npi.last': { status: 400 },
    'delegate_npi.read_only': { status: 400, message: 'This NPI was assigned by the physician and cannot be changed.' },
  },
  records: {
    delegate: { words: 'Physician delegate', key: 'delegate_id' },
  },
  actions: {
    'delegate.invited': 'Invited a physician delegate',
    'delegate.invited_again': 'Invited a physician delegate again',
    'delegate.npi_added': 'Assigned a physician to a delegate',
    'delegate.npi_changed': 'Renamed a physician of a delegate',
    'delegate.npi_removed': 'Removed a physician from a delegate',
  },
  fields: {
    npi: 'NPI',
    npis: 'NPIs',
  },
  events: {
    'delegate.changed': { hears: ['rootAccess'] },
  },
});
