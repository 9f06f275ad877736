import type { Ours } from '@portal/contract/endpoint.ts';
import * as api from '@portal/contract/products/endpoints.ts';
import { isRequired, unitOf } from '@portal/contract/products/rules.ts';
import { inGroup } from '#platform/audit/places.ts';
import { trialOf } from '#rooms/care-groups/door.ts';
import { fail, failFields } from '#platform/core/fail.ts';
import type { Room } from '#platform/http/calls.ts';
import { addProduct } from './add-product.ts';
import { changeProduct } from './change-product.ts';
import { presentProduct } from './present.ts';
import type { GivenProduct } from './product-fields.ts';
import { productsOf, productsOfSite } from './queries.ts';
import { removeProduct } from './remove-product.ts';

export const products: Room = ({ lies, route }) => {
  lies({ product: inGroup('product', 'product_id', 'trial_id') });
  route(api.listProducts, async ({ viewer, query, tx, list }) => {
    const trialId = await trialOf(tx, viewer, query.g_id);
    if (!trialId) throw fail('not_found');
    if (trialId === query.g_id) return (await list(productsOf(tx, trialId))).map(presentProduct);
    const rows = await list(productsOfSite(tx, trialId, query.g_id));
    return rows.map((row) => ({ ...presentProduct(row), isSupplied: row.isSupplied, takesName: true as const }));
  });

  route(api.addProduct, async ({ act, body }) => ({
    productId: await addProduct(act, { ...givenFrom(body), trialId: body.g_id }),
    version: 1,
    message: 'Product successfully added.',
  }));

  route(api.changeProduct, async ({ act, body }) => ({
    version: await changeProduct(act, {
      ...givenFrom(body),
      careGroupId: body.g_id,
      productId: body.productId,
      version: body.version,
    }),
    productId: body.productId,
    message: 'Product successfully updated.',
  }));

  route(api.removeProduct, async ({ act, query }) => {
    await removeProduct(act, { careGroupId: query.g_id, productId: query.productId });
    return { message: 'Product successfully removed.' };
  });
};

function givenFrom(body: Ours<typeof api.addProduct.body> | Ours<typeof api.changeProduct.body>): GivenProduct {
  const unit = unitOf(body);
  if (!unit) throw failFields({ quantityUnit: isRequired('quantityUnit') });
  return {
    drugName: body.drugName,
    dosageForm: body.dosageForm,
    quantityUnit: unit.unit,
    isOtherUnit: unit.isOther,
    directions: body.directions,
    defaultQuantity: body.quantityDefault,
    defaultBatchQuantity: body.batchQuantityDefault,
    maxShipmentQuantity: body.maxShipmentQuantity,
    defaultDaysOfSupply: body.daysOfSupplyDefault,
    itemNumber: body.itemNumber ?? null,
    itemDescription: body.itemDescription ?? null,
    pharmacySupplied: body.pharmacySupplied,
    wholesalerSupplied: body.wholesalerSupplied,
  };
}
