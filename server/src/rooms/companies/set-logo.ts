import type { Act } from '#platform/act/act.ts';
import { fail } from '#platform/core/fail.ts';
import type { CleanImage } from '#platform/files/images.ts';
import { changesBetween } from '#platform/audit/record.ts';
import type { Actor } from '#platform/security/viewer.ts';
import { addPublicImage } from './add-public-image.ts';
import { lockBrand } from './brand-queries.ts';
import { findImage } from './brand-references.ts';
import { refuseStale, saveBrand } from './change-brand.ts';

export interface Logo {
  /** Without it the first brand of the company. */
  brandId?: number | undefined;
  version?: number | undefined;
  /** A new image, or the id of one uploaded before. */
  image: { image: CleanImage; filename: string } | string;
}

/** Sets the logo of a brand and gives the image and the new version (API-10). */
export async function setLogo(
  act: Act<Actor>,
  { brandId, version, image }: Logo,
): Promise<{ imageId: string; version: number }> {
  const { tx, viewer } = act;
  const before = await lockBrand(tx, viewer, brandId);
  if (!before) throw fail('not_found');
  await refuseStale(tx, viewer, before, version);
  if (typeof image === 'string') await findImage(tx, viewer.companyId, image);
  const imageId = typeof image === 'string' ? image : await addPublicImage(act, image);
  const fields = { logo_image_id: imageId };
  const changes = changesBetween(before, fields);
  return { imageId, version: await saveBrand(act, before, { action: 'logo.set', fields, changes }) };
}
