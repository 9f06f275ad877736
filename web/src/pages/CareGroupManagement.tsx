import type { CareGroup } from '@portal/contract/care-groups/endpoints.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyDialog, lazyPart } from '#kit/lazy-part.tsx';
import { Loading } from '#kit/States.tsx';
import { useChangeSearch } from '#shared/page-search.ts';
import { CareGroupsScreen } from '#rooms/care-groups/CareGroupsScreen.tsx';
import { asSearch, readFilter } from '#rooms/care-groups/filter.ts';

const TrialPage = lazyPart(() => import('./TrialPage.tsx'), 'TrialPage', <Loading label="Loading the trial" />);
const CardTemplateDialog = lazyDialog(() => import('#rooms/cards/CardTemplateDialog.tsx'), 'CardTemplateDialog');
const ProductDialog = lazyDialog(() => import('#rooms/products/ProductDialog.tsx'), 'ProductDialog');

const path = '/settings/caregroup-management';

/** `/settings/caregroup-management`: trials and sites, filtered by what stands in the address, with their cards and products; or the one trial that the address names. */
export default function CareGroupManagement() {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const changeSearch = useChangeSearch();
  const [open, setOpen] = useState<{ act: 'card' | 'products'; group: CareGroup } | null>(null);
  const close = () => setOpen(null);
  const { trial } = search;
  if (Number.isInteger(trial))
    return <TrialPage key={Number(trial)} trialId={Number(trial)} onBack={() => changeSearch({ trial: undefined })} />;
  return (
    <>
      <CareGroupsScreen
        filter={readFilter(search)}
        onFilter={(filter) => changeSearch(asSearch(filter), { replace: true })}
        onCard={(group) => setOpen({ act: 'card', group })}
        onProducts={(group) => setOpen({ act: 'products', group })}
        onTrial={(gId) =>
          void navigate({
            to: path,
            search: ((before: object) => ({
              // The message that a trial was created is seen on every page.
              ...(window.location.pathname === path && before),
              trial: gId,
            })) as never,
          })
        }
      />
      {open?.act === 'card' && <CardTemplateDialog group={open.group} opened onClose={close} />}
      {open?.act === 'products' && <ProductDialog group={open.group} opened onClose={close} />}
    </>
  );
}
