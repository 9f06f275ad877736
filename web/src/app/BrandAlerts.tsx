import { hostBrandKey } from '@portal/contract/companies/host-brand-key.ts';
import type { listBrandAlerts, listBrands } from '@portal/contract/companies/brand-endpoints.ts';
import type { Endpoint, Wire } from '@portal/contract/endpoint.ts';
import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '#api/send.ts';
import type { Viewer } from '#api/session.ts';
import { pageData } from '#api/page.ts';
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
  const shown = data.filter((one) => !dismissed.includes(nameOf(one)));
  if (shown.length === 0) return null;
  return (
    <Stack component="section" aria-label="Announcements" gap={0}>
      {shown.map((one) => (
        <Alert
          key={one.alertId}
          className={classes.alert}
          color={colours[toneOf(one.severity)]}
          bg={`${colours[toneOf(one.severity)]}.1`}
          variant="light"
          radius={0}
          py="xs"
          role="note"
          withCloseButton
          closeButtonLabel="Dismiss"
          onClose={() => dismiss(one, data)}
        >
          {one.message}
        </Alert>
      ))}
    </Stack>
  );
}

/** What this person has dismissed in this browser: it stays so over sign-out, and others on it still see it (OPN-32). */
function useDismissed(cpId: number) {
  const key = `portal.dismissed.${cpId}`;
  const [before, setBefore] = useState(() => textsIn(localStorage.getItem(key)));
  const dismiss = (alert: BrandAlert, known: readonly BrandAlert[]) => {
    const names = known.map(nameOf);
    // Another tab may have added some; what is announced no more need not be kept.
    const kept = [...new Set([...textsIn(localStorage.getItem(key)), ...before, nameOf(alert)])].filter((name) =>
      names.includes(name),
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

/**
 * An alert as it was read: with another text or severity it is to be read again. The text itself is kept out of the browser, because
 * it may be for some of its users alone; of two texts nobody makes the same mark by chance (FNV-1a).
 */
function nameOf({ alertId, severity, message }: BrandAlert): string {
  let mark = 0x811c9dc5;
  for (const letter of `${severity} ${message}`) mark = Math.imul(mark ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return `${alertId}-${(mark >>> 0).toString(16)}`;
}

/** Whatever else may stand there is nothing. */
function textsIn(stored: string | null): string[] {
  try {
    const found: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(found) ? found.filter((one): one is string => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

const toneOf = (severity: string): Tone => (severity === 'error' || severity === 'warning' ? severity : 'info');

async function alertsFor({ companyId, type }: Viewer): Promise<readonly BrandAlert[]> {
  const ask = async (path: string, query: Record<string, string | number>) =>
    (await send({ method: 'GET', path, query })).reply;
  const { brand } = (await ask(paths.brands, { company_id: companyId })) as Reply<typeof listBrands>;
  // On a host of one of the company's brands it is that one; on every other host the first.
  const shown = brand.find(({ brandId }) => hostBrandKey(brandId) === pageData().brand.key) ?? brand[0];
  if (!shown) return [];
  const asked = { company_id: companyId, brand_id: shown.brandId, type };
  return ((await ask(paths.alerts, asked)) as Reply<typeof listBrandAlerts>).brandAlerts;
}
