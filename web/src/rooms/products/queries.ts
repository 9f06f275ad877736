import * as pricing from '@portal/contract/pricing/endpoints.ts';
import { listGridPrices, listUnsupplied, readSetUp } from '@portal/contract/pricing/set-up-endpoints.ts';
import * as api from '@portal/contract/products/endpoints.ts';
import { useQuery } from '@tanstack/react-query';
import { listCareGroups, listTrials } from '@portal/contract/care-groups/endpoints.ts';
import { call } from '#api/call.ts';
import { read, useCall } from '#api/queries.ts';

export const useProducts = (gId: number) => useQuery(read(api.listProducts, { query: { g_id: gId } }));

/** The product as the server has it at this moment. */
export async function readNow(gId: number, productId: number): Promise<api.Product | undefined> {
  const products = await call(api.listProducts, { query: { g_id: gId } });
  return products.find((one) => one.productId === productId);
}

/** Whether shipping is configured of a trial follows from its products (OPS-26). */
const refresh = [api.listProducts, listCareGroups, listTrials];
/** Which prices count for a product follows from its unit. */
const pricesShown = [
  pricing.pharmacyPriceHistory,
  pricing.wholesalerPriceHistory,
  pricing.sponsorPriceHistory,
  pricing.listMissingPrices,
  listGridPrices,
  readSetUp,
  listUnsupplied,
];
/** The dialog says itself what went wrong (PRD-14, PRD-15). */
export const useAdd = () => useCall(api.addProduct, { refresh, quiet: true, ofOneForm: true });
export const useChange = () =>
  useCall(api.changeProduct, { refresh: [...refresh, ...pricesShown], quiet: true, ofOneForm: true });
export const useRemove = () => useCall(api.removeProduct, { refresh, quiet: true });
