/** NAV-27, OPN-75: brands are the company's. Reading is for everybody of it, changing for its administrators who have the module. */
export const brandAdministrators = { module: 'BrandManagement', adminRights: true, reach: 'company' } as const;
