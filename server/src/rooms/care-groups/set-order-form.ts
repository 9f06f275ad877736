import type { Act } from '#platform/act/act.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { saveGroup } from './change-care-group.ts';
import type { HeldGroup } from './queries.ts';

/** Says on which form the requests of a trial are signed, or that there is none. The trial is held; gives its new version. */
export const setOrderForm = (act: Act<Actor>, trial: HeldGroup, documentId: number | null): Promise<number> =>
  saveGroup(act, trial, 'trial.order_form_set', { order_form_template_id: documentId });
