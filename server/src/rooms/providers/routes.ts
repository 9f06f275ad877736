import * as api from '@portal/contract/providers/endpoints.ts';
import { fail } from '#platform/fail.ts';
import type { Room } from '#platform/http.ts';

export const providers: Room = ({ route }) => {
  route(api.readProvider, ({ viewer, query }) => {
    if (query.cp_id !== viewer.providerId) throw fail('forbidden');
    return {
      provider: {
        cpId: viewer.providerId,
        companyId: viewer.companyId,
        fName: viewer.firstName,
        lName: viewer.lastName,
        type: viewer.type,
        phone: viewer.phone,
        email: viewer.email,
        adminRights: viewer.adminRights,
        modules: [...viewer.modules],
        ppId: viewer.pharmacyId,
        wpId: viewer.wholesalerId,
        trainingDocId: null,
      },
    };
  });
};
