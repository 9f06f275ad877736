export { amount } from '@portal/contract/products/amount.ts';
