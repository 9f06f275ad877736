import { randomBytes } from 'node:crypto';
import type { Act } from '#platform/act/act.ts';
import type { CleanImage } from '#platform/files/images.ts';
import { created } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';

/** Keeps an image that everybody may see who knows its id, and gives the id: 128 bits that nobody can guess (API-09). */
export async function addPublicImage(
  { tx, viewer, now, files, record }: Act<Actor>,
  { image, filename }: { image: CleanImage; filename: string },
): Promise<string> {
  const id = randomBytes(16).toString('hex');
  const { fileId, bytes, sha256 } = await files.keep(image.bytes, image.type);
  const fields = { filename, width: image.width, height: image.height };
  await tx
    .insertInto('public_image')
    .values({
      ...fields,
      image_id: id,
      company_id: viewer.companyId,
      file_id: fileId,
      uploader_id: viewer.providerId,
      uploaded_at: now(),
    })
    .execute();
  await record({
    action: 'image.added',
    record: { kind: 'public_image', id },
    changes: created({ ...fields, content_type: image.type, bytes, sha256 }),
  });
  return id;
}
