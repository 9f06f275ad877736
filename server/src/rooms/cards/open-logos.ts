import { failures } from '@portal/contract/errors.ts';
import { Failed, failFields } from '#platform/core/fail.ts';
import { openImage } from '#platform/files/images.ts';

type Logo = string | null | undefined;
interface Logos {
  mainLogo?: Logo;
  optionalLogo?: Logo;
}

/** The logos as they may be kept: made anew from their pixels, in base64 (CRD-06, SEC-30). */
export const openLogos = async (given: Logos): Promise<{ mainLogo: Logo; optionalLogo: Logo }> => ({
  mainLogo: await openLogo('mainLogo', given.mainLogo),
  optionalLogo: await openLogo('optionalLogo', given.optionalLogo),
});

async function openLogo(field: keyof Logos, given: Logo): Promise<Logo> {
  if (given === undefined) return undefined;
  if (given === null || given === '') return null;
  try {
    const { bytes } = await openImage(given.replace(/^data:image\/[\w.+-]+;base64,/, ''));
    return bytes.toString('base64');
  } catch (error) {
    // ERR-31: whatever is wrong with a logo is a 400, and names the one of the two.
    if (!(error instanceof Failed) || error.code === 'unavailable') throw error;
    throw failFields({ [field]: failures[error.code].message ?? 'must be base64' });
  }
}
