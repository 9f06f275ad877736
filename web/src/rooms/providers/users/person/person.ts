import type { Ours } from '@portal/contract/endpoint.ts';
import type { readUser } from '@portal/contract/providers/user-endpoints.ts';

export type Person = Ours<typeof readUser.reply>['person'];
