import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { nameApart } from '@portal/contract/partners/names.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyDialog } from '#kit/lazy-part.tsx';
import type { Target } from '#rooms/care-groups/configuration/set-up.ts';
import { useHeldGroup } from '#rooms/care-groups/held-group.ts';
import { SetUpList } from '#rooms/care-groups/configuration/SetUpList.tsx';

const Configuration = lazyDialog(() => import('#rooms/care-groups/configuration/Configuration.tsx'), 'Configuration');
const NewSiteDialog = lazyDialog(() => import('#rooms/care-groups/configuration/NewSiteDialog.tsx'), 'NewSiteDialog');
const CardTemplateDialog = lazyDialog(() => import('#rooms/cards/CardTemplateDialog.tsx'), 'CardTemplateDialog');
const ProductDialog = lazyDialog(() => import('#rooms/products/ProductDialog.tsx'), 'ProductDialog');
const UploadWizard = lazyDialog(() => import('#rooms/documents/upload/UploadWizard.tsx'), 'UploadWizard');
const SitePartnersDialog = lazyDialog(() => import('#rooms/partners/SitePartnersDialog.tsx'), 'SitePartnersDialog');
const SupplyDialog = lazyDialog(() => import('#rooms/pricing/SupplyDialog.tsx'), 'SupplyDialog');
const SetPrice = lazyDialog(() => import('#rooms/pricing/SetPrice.tsx'), 'SetPrice');
const GridDialog = lazyDialog(() => import('#rooms/pricing/GridDialog.tsx'), 'GridDialog');

/** What a trial needs, step by step, with the dialogs of every room that has a part in it. */
export function TrialSetUp(props: {
  trial: CareGroup;
  groups: readonly CareGroup[];
  /** Told when a dialog is opened and when it closes. */
  onAt?: (isAt: boolean) => void;
}) {
  const { trial, groups, onAt } = props;
  const [open, setOpen] = useState<Target | null>(null);
  const begin = (next: Target | null) => {
    onAt?.(next !== null);
    setOpen(next);
  };
  return (
    <>
      <SetUpList trial={trial} groups={groups} open={open} onOpen={begin} />
      {open && <Opened target={open} trial={trial} groups={groups} onOpen={begin} onClose={() => begin(null)} />}
    </>
  );
}

function Opened(props: {
  target: Target;
  trial: CareGroup;
  groups: readonly CareGroup[];
  onOpen: (target: Target) => void;
  onClose: () => void;
}) {
  const { target, trial, groups, onOpen, onClose } = props;
  // One that was added just now comes with the list that is read anew.
  const site = useHeldGroup(groups, 'gId' in target ? target.gId : null, true);
  switch (target.open) {
    case 'configuration':
      return <Configuration group={trial} onClose={onClose} />;
    case 'products':
      return <ProductDialog group={trial} opened closesOnAdd onClose={onClose} />;
    case 'card':
      return <CardTemplateDialog group={trial} opened onClose={onClose} />;
    case 'order form':
      return <OrderForm trial={trial} groups={groups} onClose={onClose} />;
    case 'site':
      return (
        <NewSiteDialog trial={trial} onClose={onClose} onAdded={(gId) => onOpen({ open: 'site configuration', gId })} />
      );
    case 'site configuration':
      return site ? <Configuration group={site} onClose={onClose} /> : null;
    case 'partners':
      return site ? <SitePartnersDialog site={site} onClose={onClose} /> : null;
    case 'supply':
      return site ? <SupplyDialog site={site} onClose={onClose} /> : null;
    case 'prices':
      return <GridDialog group={trial} onClose={onClose} />;
    case 'price': {
      const { partnerType, partnerId, partnerName, tellsApart, productId, drugName, dosageForm } = target.gap;
      return (
        <SetPrice
          kind={partnerType}
          partner={{ partnerId, name: nameApart(partnerName, tellsApart) }}
          product={{ productId, drugName, dosageForm }}
          onClose={onClose}
        />
      );
    }
  }
}

/** What was uploaded is looked at where documents are. */
function OrderForm({
  trial,
  groups,
  onClose,
}: {
  trial: CareGroup;
  groups: readonly CareGroup[];
  onClose: () => void;
}) {
  const navigate = useNavigate();
  return (
    <UploadWizard
      type="Order Form"
      place={{ group: trial, groups, orderForm: null }}
      replaces={null}
      onView={(view) => void navigate({ to: '/document', search: { group: trial.gId, view } as never })}
      onClose={onClose}
    />
  );
}
