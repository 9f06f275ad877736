import { BrandsScreen } from '#rooms/companies/BrandsScreen.tsx';

/** `/settings/brand-management`: the brands of the company. */
export default function BrandManagement() {
  return <BrandsScreen />;
}
