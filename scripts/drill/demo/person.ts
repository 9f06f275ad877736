/** A person of the demo who works at a site, by the calls that the web app makes. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { fetchDocument } from '@portal/contract/documents/endpoints.ts';
import type { Endpoint } from '@portal/contract/endpoint.ts';
import { forgotPassword } from '@portal/contract/identity/account-endpoints.ts';
import { me, signIn } from '@portal/contract/identity/endpoints.ts';
import { listParticipants } from '@portal/contract/participants/endpoints.ts';
import { siteDocuments } from '@portal/contract/shipments/document-endpoints.ts';
import { listForSite, readForSite, siteComments } from '@portal/contract/shipments/endpoints.ts';
import { demoPassword } from '../../../server/src/demo/accounts.ts';

type Json = Record<string, unknown>;
interface Document {
  docId: number;
  filename: string;
}
/** What was acknowledged. */
export interface Written {
  comments: string[];
  documents: number[];
}

const email = 'boston@meridian.example';

export async function signInAt(url: string) {
  let token = '';
  const ask = async <T = Json>({ method, path, creates }: Endpoint, given: Json = {}): Promise<T> => {
    const query = method === 'GET' ? `?${new URLSearchParams(given as Record<string, string>).toString()}` : '';
    const answer = await fetch(`${url}/api${path}${query}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(creates ? { 'idempotency-key': randomUUID() } : {}),
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(given) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answers ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };

  const session = await ask<{ next: string; accessToken: string }>(signIn, { email, password: demoPassword });
  if (session.next !== 'session') throw new Error(`The sign-in of ${email} asks for more: ${session.next}.`);
  token = session.accessToken;
  const { gIds } = await ask<{ gIds: number[] }>(me);
  const gId = gIds[0] as number;
  const documentsOf = async (srId: number) =>
    (await ask<{ documents: Document[] }>(siteDocuments.list, { srId })).documents;

  return {
    email,
    participants: () => ask<{ participants: Json[] }>(listParticipants, { g_id: gId }),
    requests: async () => (await ask<{ requests: { srId: number }[] }>(listForSite, { gId })).requests,
    request: (srId: number) => ask(readForSite, { gId, srId }),
    documentsOf,
    comments: async (srId: number) =>
      (await ask<{ comments: { message: string }[] }>(siteComments.list, { srId })).comments.map(
        ({ message }) => message,
      ),
    document: (docId: number) => ask<{ data: string }>(fetchDocument, { docId }),
    /** Leads to a mail with a code. */
    forget: () => ask(forgotPassword, { email }),
    /** Comments on a request and adds papers to it until it is stopped. */
    write: (srId: number, data: string) => {
      const written: Written = { comments: [], documents: [] };
      let working = true;
      const work = (async () => {
        for (let n = 1; working; n += 1) {
          const text = `Comment ${n}`;
          await ask(siteComments.add, { srId, text });
          written.comments.push(text);
          const name = { filename: `paper-${n}.pdf`, friendlyName: `Paper ${n}`, contentType: 'application/pdf' };
          const { docId } = await ask<{ docId: number }>(siteDocuments.upload, { srId, category: '0', data, ...name });
          written.documents.push(docId);
          await pause(20);
        }
      })();
      // Heard when it is stopped.
      work.catch(() => {});
      return {
        written,
        /** Resolves once a few were acknowledged. */
        some: async () => {
          while (written.documents.length < 3) await Promise.race([work, pause(20)]);
        },
        stop: async () => {
          working = false;
          await work;
        },
      };
    },
  };
}
