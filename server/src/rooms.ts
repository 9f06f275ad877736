/** The floor plan: the rooms from the ground floor up. A room uses the doors of rooms before it, never of later ones. */
import { addresses } from './rooms/addresses/routes.ts';
import { careGroups } from './rooms/care-groups/routes.ts';
import { companies } from './rooms/companies/routes.ts';
import { documents } from './rooms/documents/routes.ts';
import { identity } from './rooms/identity/routes.ts';
import { participants } from './rooms/participants/routes.ts';
import { partners } from './rooms/partners/routes.ts';
import { pricing } from './rooms/pricing/routes.ts';
import { products } from './rooms/products/routes.ts';
import { providers } from './rooms/providers/routes.ts';
import { registration } from './rooms/registration/routes.ts';
import { shipments } from './rooms/shipments/routes.ts';

export const rooms = [
  identity,
  addresses,
  companies,
  providers,
  careGroups,
  partners,
  registration,
  products,
  pricing,
  participants,
  documents,
  shipments,
] as const;
