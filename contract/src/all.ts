/**
 * Every call of the portal, by room: read from the endpoints of its folder, so that nobody has to list them. The routes, the
 * OpenAPI document and the tests over all calls start here; the web names the calls it makes.
 */
import { globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Endpoint } from './endpoint.ts';

/** No part of the product: what tests and a trial installation ask is served in those modes alone. */
const outside = 'dev';

const files = globSync('*/*endpoints.ts', { cwd: import.meta.dirname })
  .toSorted()
  .map((file) => file.replaceAll('\\', '/').split('/') as [folder: string, file: string])
  .filter(([folder]) => folder !== outside);

/** What a folder is called in the code: `care-groups` is `careGroups`. */
export const nameOf = (folder: string): string => folder.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** By the name of the room what its files of calls export. */
export const rooms: Record<string, Record<string, unknown>> = {};
for (const [folder, file] of files) {
  const room = (rooms[nameOf(folder)] ??= {});
  const exported = (await import(pathToFileURL(path.join(import.meta.dirname, folder, file)).href)) as Record<
    string,
    unknown
  >;
  for (const [name, value] of Object.entries(exported)) {
    if (Object.hasOwn(room, name)) throw new Error(`two files of ${folder} export ${name}`);
    room[name] = value;
  }
}

export const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value;

/** Each endpoint with the room and the name it has there, such as `shipments.moveByPharmacy`. */
export const endpoints: readonly { name: string; endpoint: Endpoint }[] = Object.entries(rooms).flatMap(
  ([room, exported]) =>
    Object.entries(exported).flatMap(([name, value]) => {
      if (isEndpoint(value)) return [{ name: `${room}.${name}`, endpoint: value }];
      if (typeof value !== 'object' || value === null || '_zod' in value) return [];
      return Object.entries(value).flatMap(([part, inner]) =>
        isEndpoint(inner) ? [{ name: `${room}.${name}.${part}`, endpoint: inner }] : [],
      );
    }),
);
