/** The access table: physician delegates and for whom they act. */
import type { Lines, Right } from './access-table.ts';
import { trialAdministrators } from './access-table-types.ts';
import type { Things } from './access-table-world.ts';

/** ROL-08, OPS-15: they are in no care group. */
const delegateAdministrators: Right = {
  types: trialAdministrators.types,
  adminRights: true,
  reach: 'company',
  module: 'MD_Direct_Invite',
};

const entry = { npi: '1999999990', fName: 'Ada', lName: 'Lovelace' };
const own = (t: Things) => ({ delegateId: t.delegate, cpId: t.me, companyId: t.company });

export const delegateCalls: Lines = {
  'GET /care-provider/physicians': {
    who: delegateAdministrators,
    ask: (t) => ({ query: { company_id: t.company } }),
  },
  'GET /physician/NPIs': {
    who: delegateAdministrators,
    ask: (t) => ({ query: { delegateId: t.delegate, company_id: t.company } }),
  },
  'POST /care-provider/delegate/invite': {
    who: delegateAdministrators,
    ask: (t) => ({
      body: { email: 'delegate@clinic.example', NPIs: [entry], cpId: t.me, companyId: t.company },
    }),
    takes: ['cpId', 'companyId'],
  },
  'POST /care-provider/delegate/re-invite': {
    who: delegateAdministrators,
    ask: (t) => ({ body: { email: `delegate${t.company}@portal.example`, companyId: t.company } }),
    takes: ['companyId'],
  },
  'POST /care-provider/delegate': {
    who: delegateAdministrators,
    ask: (t) => ({ body: { ...entry, ...own(t) } }),
    takes: ['cpId', 'companyId'],
  },
  'PUT /care-provider/delegate': {
    who: delegateAdministrators,
    ask: (t) => ({ body: { ...entry, npi: '1000000001', ...own(t), version: 1 } }),
    takes: ['cpId', 'companyId', 'version'],
  },
  'DELETE /care-provider/delegate': {
    who: delegateAdministrators,
    ask: (t) => ({ query: { npi: '1000000002', ...own(t) } }),
  },
};
