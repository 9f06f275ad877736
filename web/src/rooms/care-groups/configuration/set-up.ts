/** What is done and what is next of a trial that is set up, in words. Everything here follows from what the server tells. */
import { productName } from '@portal/contract/products/product-name.ts';
import { nameApart } from '@portal/contract/partners/names.ts';
import type { MissingPrice, SiteSetUp, SupplyPart, TrialSetUp } from '@portal/contract/pricing/set-up-endpoints.ts';

/** What a button opens. */
export type Target =
  | { open: 'configuration' | 'products' | 'card' | 'order form' | 'site' | 'prices' }
  | { open: 'site configuration' | 'partners' | 'supply'; gId: number }
  | { open: 'price'; gap: MissingPrice };

export interface Step {
  title: string;
  /** `later` waits for a step before it; `none` is not asked for. */
  state: 'done' | 'open' | 'later' | 'none';
  says: string;
  /** The first one is what the step is about. */
  buttons: readonly StepButton[];
}
interface StepButton {
  label: string;
  /** Its name where the label alone does not say what of. */
  name?: string;
  target: Target;
}

/** Beside the status of a site. */
export const unsuppliedText = (missing: readonly SupplyPart[]): string =>
  missing.length === 0 ? '' : `cannot be supplied yet: ${missing.map((part) => `no ${part}`).join(', ')}`;

const counted = (n: number, one: string, many = `${one}s`) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`;

/** "Harbor Clinic has no partner." or "2 of 3 sites have no partner. The first is Harbor Clinic." */
const ofSites = (lacking: readonly SiteSetUp[], first: SiteSetUp, all: number, has: string, have: string) =>
  lacking.length === 1
    ? `${first.displayName} ${has}.`
    : `${lacking.length} of ${counted(all, 'site')} ${have}. The first is ${first.displayName}.`;

const step = (title: string, state: Step['state'], says: string, ...buttons: Step['buttons']): Step => ({
  title,
  state,
  says,
  buttons,
});
const button = (label: string, target: Target): StepButton => ({ label, target });

/** Whether there is an order form is told with the care group itself. */
export function stepsOf(trial: TrialSetUp, hasOrderForm: boolean): Step[] {
  const shipsNothing = trial.trialConfigured === 'configured' && !trial.hasShippingRequest;
  return [
    configuration(trial),
    products(trial, shipsNothing),
    card(trial),
    sites(trial),
    ...(shipsNothing
      ? ['Partners', 'Supply', 'Prices'].map((title) => step(title, 'none', 'Not needed: this trial ships nothing.'))
      : [partners(trial), supply(trial), prices(trial)]),
    orderForm(trial, hasOrderForm),
  ];
}

const configuration = ({ trialConfigured }: TrialSetUp): Step =>
  trialConfigured === 'configured'
    ? step('Configuration', 'done', 'Configured.', button('Change configuration', { open: 'configuration' }))
    : step('Configuration', 'open', 'Not configured yet.', button('Configure trial', { open: 'configuration' }));

function products({ productCount, untypedCount }: TrialSetUp, shipsNothing: boolean): Step {
  const change = button(productCount > 0 ? 'Change products' : 'Add product', { open: 'products' });
  if (shipsNothing && productCount === 0)
    return step('Products', 'none', 'Not needed: this trial ships nothing.', change);
  if (productCount === 0) return step('Products', 'open', 'No product yet.', change);
  if (untypedCount > 0)
    return step(
      'Products',
      'open',
      `${untypedCount} of ${counted(productCount, 'product')} ${untypedCount === 1 ? 'has' : 'have'} no supplier type.`,
      change,
    );
  return step('Products', 'done', `${counted(productCount, 'product')}.`, change);
}

function card({ trialConfigured, hasCard, cardConfigured }: TrialSetUp): Step {
  if (trialConfigured !== 'configured') return step('Card', 'later', 'Once the trial is configured.');
  if (!hasCard) return step('Card', 'none', 'Not needed: this trial has no card.');
  return cardConfigured === 'configured'
    ? step('Card', 'done', 'The card is made.', button('Change card', { open: 'card' }))
    : step('Card', 'open', 'No card yet.', button('Add card', { open: 'card' }));
}

/** CST-05. */
function orderForm({ trialConfigured, hasShippingRequest }: TrialSetUp, hasOrderForm: boolean): Step {
  if (trialConfigured !== 'configured') return step('Order form', 'later', 'Once the trial is configured.');
  if (!hasShippingRequest) return step('Order form', 'none', 'Not needed: this trial ships nothing.');
  return hasOrderForm
    ? step('Order form', 'done', 'Every request gets one to sign.')
    : step('Order form', 'open', 'No order form yet.', button('Upload order form', { open: 'order form' }));
}

function sites({ sites: all }: TrialSetUp): Step {
  const add = button('Add site', { open: 'site' });
  if (all.length === 0) return step('Sites', 'open', 'No site yet.', add);
  const bare = all.filter(({ siteConfigured }) => siteConfigured !== 'configured');
  const [first] = bare;
  if (!first) return step('Sites', 'done', `${counted(all.length, 'site')}, configured.`, add);
  return step(
    'Sites',
    'open',
    ofSites(bare, first, all.length, 'is not configured', 'are not configured'),
    {
      label: 'Configure',
      // It may be long, and stands beside the button.
      name: `Configure ${first.displayName}`,
      target: { open: 'site configuration', gId: first.gId },
    },
    add,
  );
}

function partners({ sites: all }: TrialSetUp): Step {
  const [only] = all;
  if (!only) return step('Partners', 'later', 'Once there is a site.');
  const bare = all.filter(({ partnerCount }) => partnerCount === 0);
  const [first] = bare;
  if (first)
    return step(
      'Partners',
      'open',
      ofSites(bare, first, all.length, 'has no partner', 'have no partner'),
      button('Connect partner', { open: 'partners', gId: first.gId }),
    );
  return all.length === 1
    ? step(
        'Partners',
        'done',
        `${counted(only.partnerCount, 'partner')}.`,
        button('Change partners', { open: 'partners', gId: only.gId }),
      )
    : step('Partners', 'done', 'Every site has a partner.');
}

function supply({ sites: all, productCount }: TrialSetUp): Step {
  if (productCount === 0) return step('Supply', 'later', 'Once there is a product.');
  const served = all.filter(({ partnerCount }) => partnerCount > 0);
  const [only] = served;
  if (!only) return step('Supply', 'later', 'Once a site has a partner.');
  const bare = served.filter(({ suppliedCount }) => suppliedCount === 0);
  const [first] = bare;
  if (first)
    return step(
      'Supply',
      'open',
      ofSites(bare, first, all.length, 'is supplied with nothing', 'are supplied with nothing'),
      button('Choose supplier', { open: 'supply', gId: first.gId }),
    );
  if (served.length < all.length) return step('Supply', 'later', 'Once every site has a partner.');
  return all.length === 1
    ? step(
        'Supply',
        'done',
        `${counted(only.suppliedCount, 'product')} of ${productCount} supplied.`,
        button('Change supply', { open: 'supply', gId: only.gId }),
      )
    : step('Supply', 'done', 'Every site is supplied with something.');
}

function prices({ sites: all }: TrialSetUp): Step {
  const see = button('See prices', { open: 'prices' });
  if (all.every(({ suppliedCount }) => suppliedCount === 0))
    return step('Prices', 'later', 'Once somebody supplies a product.');
  // A price holds at every site, so a gap counts once.
  const gaps = new Map(
    all.flatMap((site) => site.missingPrices.map((gap) => [`${gap.productId} ${gap.partnerId}`, gap] as const)),
  );
  const [gap] = gaps.values();
  if (!gap) return step('Prices', 'done', 'Everything that is supplied has a price.', see);
  const says =
    gaps.size === 1
      ? `No price for ${productName(gap)} of ${nameApart(gap.partnerName, gap.tellsApart)}.`
      : `${gaps.size} prices are missing. The first is ${productName(gap)} of ${nameApart(gap.partnerName, gap.tellsApart)}.`;
  return step('Prices', 'open', says, button('Set price', { open: 'price', gap }), see);
}
