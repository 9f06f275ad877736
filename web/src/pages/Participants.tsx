import type { Participant } from '@portal/contract/participants/endpoints.ts';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { lazyDialog } from '#kit/lazy-part.tsx';
import { useViewer } from '#api/viewer.ts';
import { useChangeSearch } from '#shared/page-search.ts';
import { NeedsYou } from '#rooms/needs/NeedsYou.tsx';
import { ParticipantsScreen } from '#rooms/participants/ParticipantsScreen.tsx';
import type { Site } from '#rooms/participants/sites.ts';

const ParticipantCard = lazyDialog(() => import('#rooms/cards/ParticipantCard.tsx'), 'ParticipantCard');
const RequestFromRow = lazyDialog(() => import('#rooms/shipments/request/RequestFromRow.tsx'), 'RequestFromRow');

/** `/participants`: the participants of a site, their cards, and shipments asked for from their rows. */
export default function Participants() {
  const { site } = useSearch({ strict: false }) as { site?: unknown };
  const { type } = useViewer();
  const changeSearch = useChangeSearch();
  const [asking, setAsking] = useState<{ participant: Participant; site: Site } | null>(null);
  const showSite = (gId: number) => changeSearch({ site: gId }, { replace: true });
  return (
    <>
      {type === 'Site User' && <NeedsYou />}
      <ParticipantsScreen
        siteId={Number(site) || null}
        onSite={showSite}
        onRequestShipment={(participant, from) => setAsking({ participant, site: from })}
        card={(shown) => <ParticipantCard {...shown} />}
      />
      {asking && (
        <RequestFromRow site={asking.site.group} participant={asking.participant} onClose={() => setAsking(null)} />
      )}
    </>
  );
}
