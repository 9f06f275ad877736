import { readProvider } from '@portal/contract/providers/endpoints.ts';
import { addCareGroup as addCareGroupCall } from '@portal/contract/care-groups/endpoints.ts';
import { expect, test } from 'vitest';
