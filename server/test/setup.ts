/** For each file: the portal that its tests shared ends with them. */
import { afterAll } from 'vitest';
import { closeShared } from './portal.ts';

afterAll(closeShared);
