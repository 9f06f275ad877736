import { ReorderScreen } from '#rooms/reorder-forms/ReorderScreen.tsx';

/** `/reorder-form`: medications of the company's list, chosen and printed as an order. */
export default function ReorderForm() {
  return <ReorderScreen />;
}
