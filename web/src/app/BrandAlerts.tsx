import type { listBrandAlerts, listBrands } from '@portal/contract/companies/brand-endpoints.ts';
import type { Endpoint, Wire } from '@portal/contract/endpoint.ts';
import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '#api/send.ts';
import type { Viewer } from '#api/session.ts';
import { useViewer } from '#api/viewer.ts';
import { type Tone, colours } from '#kit/Notice.tsx';
import classes from './BrandAlerts.module.css';

/** Asked by every page: their schemas, with those of the whole room, stay out of it. A test compares. */
export const paths = { brands: '/company/brand-info', alerts: '/company/brand-info/alerts' } as const;
type Reply<E extends Endpoint> = Wire<E['reply']>;
type BrandAlert = Reply<typeof listBrandAlerts>['brandAlerts'][number];

/** BRN-15, OPN-32: what the company's brand wants people of this type to know. A failure shows nothing. */
export function BrandAlerts() {
  const viewer = useViewer();
  const { data = [] } = useQuery({ queryKey: [paths.alerts], queryFn: () => alertsFor(viewer), staleTime: 300_000 });
  const [dismissed, dismiss] = useDismissed(viewer.cpId);
  const shown = data.filter(({ alertId }) => !dismissed.includes(alertId));
  if (shown.length === 0) return null;
  return (
    <Stack component="section" aria-label="Announcements" gap={0}>
      {shown.map(({ alertId, message, severity }) => (
        <Alert
          key={alertId}
          className={classes.alert}
          color={colours[toneOf(severity)]}
          bg={`${colours[toneOf(severity)]}.1`}
          variant="light"
          radius={0}
          py="xs"
          role="note"
          withCloseButton
          closeButtonLabel="Dismiss"
          onClose={() => dismiss(alertId, data)}
        >
          {message}
        </Alert>
      ))}
    </Stack>
  );
}

/** What this person has dismissed in this browser: it stays so over sign-out, and others on it still see it (OPN-32). */
function useDismissed(cpId: number) {
  const key = `portal.dismissed.${cpId}`;
  const [before, setBefore] = useState(() => numbersIn(localStorage.getItem(key)));
  const dismiss = (alertId: number, known: readonly BrandAlert[]) => {
    // Another tab may have added some; what is announced no more need not be kept.
    const kept = [...new Set([...numbersIn(localStorage.getItem(key)), ...before, alertId])].filter((id) =>
      known.some((one) => one.alertId === id),
    );
    setBefore(kept);
    try {
      localStorage.setItem(key, JSON.stringify(kept));
    } catch {
      // A browser without room for it asks again next time.
    }
  };
  return [before, dismiss] as const;
}

/** Whatever else may stand there is nothing. */
function numbersIn(stored: string | null): number[] {
  try {
    const found: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(found) ? found.filter((one): one is number => typeof one === 'number') : [];
  } catch {
    return [];
  }
}

const toneOf = (severity: string): Tone => (severity === 'error' || severity === 'warning' ? severity : 'info');

async function alertsFor({ companyId, type }: Viewer): Promise<readonly BrandAlert[]> {
  const ask = async (path: string, query: Record<string, string | number>) =>
    (await send({ method: 'GET', path, query })).reply;
  const { brand } = (await ask(paths.brands, { company_id: companyId })) as Reply<typeof listBrands>;
  const first = brand[0];
  if (!first) return [];
  const asked = { company_id: companyId, brand_id: first.brandId, type };
  return ((await ask(paths.alerts, asked)) as Reply<typeof listBrandAlerts>).brandAlerts;
}
