/** What is said of each thing that waits, and the list that shows it. */
import type { Need } from '@portal/contract/needs/endpoints.ts';
import type { NeedKind } from '@portal/contract/needs/kinds.ts';
import type { PagePath } from '@portal/contract/pages.ts';
import { flaggedPart } from '#shared/parts.ts';
import { inAddress, type ListSearch } from '#shared/list-search.ts';

interface Place {
  words: readonly [one: string, many: string];
  to: PagePath;
  narrowed?: Partial<ListSearch>;
  /** What else stands in the address. */
  view?: Readonly<Record<string, string>>;
  /** The part of the page that has the list, where there is more on it. */
  part?: string;
}

const groups = '/settings/caregroup-management';
const products = '/settings/product-management';
const partners = '/settings/ctrx-partner-management';
const shipments = '/shipment-request';

const places: Readonly<Record<NeedKind, Place>> = {
  overdue: {
    words: ['assessment with overdue flagged answers', 'assessments with overdue flagged answers'],
    to: '/dashboard',
    view: { flags: 'overdue' },
    part: flaggedPart,
  },
  flags: {
    words: ['assessment with open flagged answers', 'assessments with open flagged answers'],
    to: '/dashboard',
    part: flaggedPart,
  },
  followUps: {
    words: ['overdue follow-up', 'overdue follow-ups'],
    to: '/follow-ups',
    view: { cp: 'all', view: 'overdue' },
  },
  confirm: { words: ['shipment to confirm', 'shipments to confirm'], to: shipments, narrowed: { only: ['step'] } },
  order: { words: ['next order due', 'next orders due'], to: shipments, narrowed: { only: ['order'] } },
  sign: { words: ['document to sign', 'documents to sign'], to: '/document', narrowed: { statuses: ['sign'] } },
  comments: {
    words: ['shipment with unread comments', 'shipments with unread comments'],
    to: shipments,
    narrowed: { only: ['comments'] },
  },
  conversations: {
    words: ['conversation with unread messages', 'conversations with unread messages'],
    to: '/chat',
    view: { scope: 'unread' },
  },
  process: { words: ['to process', 'to process'], to: shipments, narrowed: { statuses: ['preprocessing'] } },
  ship: { words: ['to ship', 'to ship'], to: shipments, narrowed: { statuses: ['processing'] } },
  due: { words: ['due today', 'due today'], to: shipments, narrowed: { only: ['due'] } },
  late: { words: ['late shipment', 'late shipments'], to: shipments, narrowed: { late: true } },
  deliver: { words: ['delivery to confirm', 'deliveries to confirm'], to: shipments, narrowed: { only: ['step'] } },
  supply: {
    words: ['site that cannot be supplied', 'sites that cannot be supplied'],
    to: groups,
    narrowed: { statuses: ['cannot-be-supplied'] },
  },
  price: { words: ['missing price', 'missing prices'], to: products, narrowed: { only: ['price'] } },
  lot: {
    words: ['lot that expires within 60 days', 'lots that expire within 60 days'],
    to: products,
    narrowed: { statuses: ['soon'] },
    view: { view: 'lots' },
  },
  invitation: {
    words: ['pending invitation', 'pending invitations'],
    to: partners,
    narrowed: { statuses: ['invited'] },
  },
};

export const wordsOf = ({ kind, count }: Pick<Need, 'kind' | 'count'>): string =>
  places[kind].words[count === 1 ? 0 : 1];

/** A sponsor has no list of shipments but the late ones, on the dashboard of the site. */
export function linkOf({ kind, gId }: Need): { to: PagePath; search: object; hash?: string } {
  const { to, narrowed = {}, view, part } = places[kind];
  if (kind === 'late' && gId !== null)
    return { to: '/trial-dashboard', search: { trial: gId, ...inAddress(narrowed) } };
  return {
    to,
    search: { ...(gId !== null && { site: gId }), ...view, ...inAddress(narrowed) },
    ...(part && { hash: part }),
  };
}

/** Where it is, for who has several sites; two trials may each have one of the same name. */
export function siteOf({ gId, siteName, trialName }: Need, among: readonly Need[]): string | null {
  const others = among.filter((other) => other.gId !== gId);
  if (gId === null || others.length === 0) return null;
  return others.some((other) => other.siteName === siteName) ? `${siteName} (${trialName})` : siteName;
}

/** What should have been done by now. */
export const isLate = ({ kind }: Pick<Need, 'kind'>): boolean =>
  kind === 'late' || kind === 'overdue' || kind === 'followUps';

/** What another number of the same list counts already, but for those that are said to stand apart. */
const withinOthers: readonly NeedKind[] = ['due', 'late', 'overdue'];

/** By the page that shows it: how much waits there, and what that is, at all sites together. */
export function waitingByPage(needs: readonly Need[]): ReadonlyMap<string, { count: number; words: string }> {
  const pages = new Map<string, Map<NeedKind, number>>();
  const aparts = new Map<string, number>();
  for (const need of needs) {
    const { to } = linkOf(need);
    const kinds = pages.get(to) ?? new Map<NeedKind, number>();
    pages.set(to, kinds.set(need.kind, (kinds.get(need.kind) ?? 0) + need.count));
    aparts.set(to, (aparts.get(to) ?? 0) + (need.apart ?? 0));
  }
  return new Map(
    [...pages].map(([page, kinds]) => {
      let [apart, within] = [aparts.get(page) ?? 0, 0];
      for (const [kind, count] of kinds)
        if (withinOthers.includes(kind)) within = Math.max(within, count);
        else apart += count;
      const words = [...kinds].map(([kind, count]) => `${count} ${wordsOf({ kind, count })}`).join(', ');
      return [page, { count: Math.max(apart, within), words }];
    }),
  );
}
