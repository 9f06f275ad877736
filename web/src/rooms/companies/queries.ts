import * as api from '@portal/contract/companies/brand-endpoints.ts';
import type { BrandInfo } from '@portal/contract/companies/brand-wire.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#api/call.ts';
import { useLive } from '#api/live.ts';
import { read, useCall } from '#api/queries.ts';
import { useViewer } from '#api/viewer.ts';
import { useQueryClient } from '@tanstack/react-query';
import { toBase64 } from '#kit/base64.ts';
import { documentWaitMs } from '#api/exchange.ts';

/** The brands of the company, kept up to date. */
export function useBrands() {
  const { companyId } = useViewer();
  const client = useQueryClient();
  useLive(['brand.changed'], () => void client.invalidateQueries({ queryKey: [api.listBrands.path] }));
  return useQuery({
    ...read(api.listBrands, { query: { company_id: companyId } }),
    // A server of the release before does not say where the portal is now.
    select: ({ brand, portals = [] }) =>
      brand.map((one) => ({
        ...one,
        portal: portals.find(({ brandId }) => brandId === one.brandId)?.url ?? one.portalUrl,
      })),
  });
}

/** A brand as the server has it at this moment. */
export async function brandNow({ company_id, brandId }: BrandInfo): Promise<BrandInfo | undefined> {
  return (await call(api.listBrands, { query: { company_id, brand_id: brandId } })).brand[0];
}

/** BST-09, API-11, API-12: what a brand writes from. A list that cannot be read offers nothing and says nothing. */
export function useSenders() {
  const { companyId } = useViewer();
  const emails = useQuery({
    ...read(api.listCompanyEmails, { query: { companyId } }),
    select: (reply) => reply.emails,
  });
  const phones = useQuery({
    ...read(api.listCompanyPhones, { query: { companyId } }),
    select: (reply) => reply.phones,
  });
  return { emails: emails.data ?? [], phones: phones.data ?? [] };
}
export type Senders = ReturnType<typeof useSenders>;

/** Where a brand is tried, and the hosts it has been given. */
export function useBrandTrial({ company_id, brandId }: BrandInfo) {
  // The operator gives a host from elsewhere.
  return useQuery({ ...read(api.readBrandTrial, { query: { company_id, brand_id: brandId } }), staleTime: 0 });
}

const quietly = { refresh: [api.listBrands, api.listBrandAlerts], quiet: true, ofOneForm: true } as const;
/** The forms say themselves what went wrong. */
export const useAddBrand = () => useCall(api.addBrand, quietly);
export const useChangeBrand = () => useCall(api.changeBrand, quietly);

/** Uploads an image that everybody may see, and tells its address. */
export function useUploadImage() {
  const { companyId } = useViewer();
  const { mutateAsync } = useCall(api.addPublicImage, { quiet: true });
  return async (image: Blob, filename: string): Promise<string> => {
    const data = await toBase64(image);
    return (await mutateAsync({ body: { company_id: companyId, filename, contentType: image.type, data } })).imageUrl;
  };
}

/** CAG-32: uploads the terms, and tells the number of the document. */
export function useUploadTerms() {
  const { companyId } = useViewer();
  const { mutateAsync } = useCall(api.addTerms, { quiet: true, waitMs: documentWaitMs });
  return async (file: File): Promise<number> => {
    const data = await toBase64(file);
    const contentType = 'application/pdf' as const;
    return (await mutateAsync({ body: { company_id: companyId, filename: file.name, contentType, data } })).documentId;
  };
}
