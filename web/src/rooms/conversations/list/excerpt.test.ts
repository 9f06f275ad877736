import { expect, test } from 'vitest';
import { excerptOf } from './excerpt.ts';

test.each([
  ['Please bring the Lasix', 'lasix', 'Please bring the ', 'Lasix', ''],
  ['On Monday please bring the Lasix with you', ' LASIX ', '…please bring the ', 'Lasix', ' with you'],
  ['Lasix, twice: lasix', 'lasix', '', 'Lasix', ', twice: lasix'],
  ['Aaaaaaaaaaaaaaaaaaaaaaaaaaaaab', 'b', '…aaaaaaaaaaaaaaaaaaaa', 'b', ''],
  ['100% of it', '0%', '10', '0%', ' of it'],
  ['In İzmir today', 'izmir', 'In İzmir today', '', ''],
  ['In İzmir today', 'i̇zmir', 'In ', 'İzmir', ' today'],
  ['Nothing of the kind', 'lasix', 'Nothing of the kind', '', ''],
  ['Whatever', ' ', 'Whatever', '', ''],
])('of “%s”, where “%s” was looked for, a few words before it are left', (text, sought, before, found, after) => {
  expect(excerptOf(text, sought)).toEqual({ before, found, after });
});
