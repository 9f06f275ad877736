/** What people are told by mail about shipment requests: numbers and steps, and nothing of participants, products or comments (PRV-12). */
import { notifications } from '@portal/contract/providers/rules.ts';
import type { ShipmentStatus } from '@portal/contract/shipments/rules.ts';
import { brandedMail, linkTo, momentInMail } from '#platform/jobs/branded-mail.ts';
import type { Brand } from '#platform/core/brands.ts';
import type { Mail } from '#platform/jobs/outbox.ts';

const words: Record<ShipmentStatus | 'comment', string> = {
  preprocessing: 'new request',
  processing: 'processing',
  shipped: 'shipped',
  received: 'received',
  damaged: 'reported as damaged',
  missing: 'reported as missing',
  other: 'reported: other',
  cancelled: 'cancelled',
  comment: 'new comment',
};

export interface News {
  requestId: number;
  siteId: number;
  /** In the order in which they were taken. */
  steps: readonly { step: string; at: Date }[];
}
export interface Reader {
  to: string;
  /** Of a person; a partner has none. */
  firstName: string | null;
  /** People of a partner do not choose a site. */
  choosesSite: boolean;
}

/** Each with its time, since the mail may be sent or read days later; what was done more than once has the time of the last. */
function stepsOf({ steps }: News): string {
  const times = new Map<string, Date>();
  for (const { step, at } of steps) {
    times.delete(step);
    times.set(step, at);
  }
  return [...times]
    .map(([step, at]) => `${words[step as keyof typeof words] ?? step} (${momentInMail(at)})`)
    .join(', ');
}

/** A mail tells of so many requests; of more it gives the number. */
const most = 50;

export function shipmentUpdates(brand: Brand, reader: Reader, news: readonly News[]): Mail {
  const linkOf = ({ requestId, siteId }: News) =>
    linkTo(brand, '/shipment-request', {
      ...(reader.choosesSite ? { site: String(siteId) } : {}),
      request: String(requestId),
    });
  const [first, ...others] = news;
  const told = news.slice(0, most).map((one) => {
    return `Request ${one.requestId}: ${stepsOf(one)}${others.length > 0 ? `\n${linkOf(one)}` : ''}`;
  });
  const rest = news.length - told.length;
  return brandedMail(brand, {
    to: reader.to,
    subject: 'Shipment updates',
    paragraphs: [
      reader.firstName ? `Hello ${reader.firstName},` : 'Hello,',
      'This is new:',
      ...told,
      ...(rest > 0 ? [`And ${rest} more requests.`] : []),
      reader.firstName
        ? `You can switch off these mails on your account page, under "${notifications.shipments.name}".`
        : 'An administrator can switch off these mails where partners are managed.',
    ],
    action:
      first && others.length === 0
        ? { label: `Open request ${first.requestId}`, href: linkOf(first) }
        : { label: 'Open shipment requests', href: linkTo(brand, '/shipment-request') },
  });
}
