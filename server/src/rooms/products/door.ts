/** What later rooms may use of the products. */
export { addProduct } from './add-product.ts';
export { lockProduct, suppliedColumn, trialIdOf } from './queries.ts';
