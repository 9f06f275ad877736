/** What later rooms may use of the products. */
export { addProduct, type NewProduct } from './add-product.ts';
export { trialIdOf } from './queries.ts';
