import { Readable } from 'node:stream';
import { imageIdIn, imagePath } from '@portal/contract/images/rules.ts';
import type { House } from '#platform/http/calls.ts';
import { fail } from '#platform/core/fail.ts';
import { policyOfNoPage } from '#platform/http/headers.ts';

/** Opened by itself, an image is a picture and nothing else; shown in a mail or on another site, it may be (SEC-30). */
const inert = {
  'content-security-policy': `${policyOfNoPage}; sandbox`,
  'cross-origin-resource-policy': 'cross-origin',
};

/** Serves the public images to everybody (API-09). Another image has another address, so they are kept for a year. */
export function serveImages({ http, database, files }: Pick<House, 'http' | 'database' | 'files'>): void {
  http.get<{ Params: { imageId: string } }>(
    imagePath(':imageId'),
    { onSend: async (_request, reply) => void reply.headers(inert) },
    async ({ params: { imageId } }, reply) => {
      if (!imageIdIn(imagePath(imageId))) throw fail('not_found');
      const image = await database.asSystem((tx) =>
        tx
          .selectFrom('public_image')
          .innerJoin('stored_file as file', 'file.file_id', 'public_image.file_id')
          .select(['file.key', 'file.type', 'file.bytes'])
          .where('image_id', '=', imageId)
          .executeTakeFirst(),
      );
      const content = image && (await files.get(image.key));
      if (!content) throw fail('not_found');
      return reply
        .type(image.type)
        .header('content-length', image.bytes)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .send(Readable.from(content));
    },
  );
}
