/** The access table: the medication list that nurses order from. */
import type { Lines, Right } from './access-table.ts';
import { everyType } from './access-table-types.ts';

/** OPC-09: with the module; OPC-08: whoever is signed in reads, whoever administers the whole company writes. */
const readers: Right = { types: everyType, module: 'NurseReorder' };
const administrators: Right = { ...readers, adminRights: true, reach: 'company' };

const medList = [{ name: 'Metformin', dosage: '500 mg', information: 'With meals' }];

export const reorderFormCalls: Lines = {
  'GET /reorder-forms/med-list': { who: readers, takesNoId: true },
  'POST /reorder-forms/med-list': {
    who: administrators,
    ask: () => ({ body: { medList } }),
    takesNoId: true,
    wants: ['a company without a list', 400],
  },
  'PUT /reorder-forms/med-list': {
    who: administrators,
    ask: (t) => ({ body: { medListId: t.medList, medList, version: 1 } }),
    takes: ['version'],
  },
};
