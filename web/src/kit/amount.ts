export { amount, oneOf } from '@portal/contract/products/amount.ts';
