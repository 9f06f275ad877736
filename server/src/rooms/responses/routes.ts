import type { Room } from '#platform/http/calls.ts';
import { makeLinks } from './codes.ts';

export const responses: Room = ({ database, env }) => {
  makeLinks(database, env);
};
