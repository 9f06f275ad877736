/** What a person does about their own account. Where a call answers a session, the old token is worth nothing any more (SEC-02). */
import * as api from '@portal/contract/identity/account-endpoints.ts';
import type { Asked, Ours } from '@portal/contract/endpoint.ts';
import { me, type session } from '@portal/contract/identity/endpoints.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '#api/call.ts';
import { CallFailure, sentenceOf } from '#api/failure.ts';
import { fetchReplacing } from '#api/in-turn.ts';
import { replaceToken } from '#api/session.ts';

export type Factor = Ours<typeof me.reply>['mfa'];
/** The password, and a code of the app, a texted code or a recovery code (SEC-13). */
export type Proof = Asked<typeof api.replaceFactor>['body'];
export type Recovery = Ours<typeof api.listRecoveries.reply>['recoveries'][number];
export type Session = Ours<typeof api.listSessions.reply>['sessions'][number];

const replacing = (ask: () => Promise<Ours<typeof session>>) =>
  replaceToken(async () => {
    const given = await ask();
    return { ...given, expiresAt: given.expiresAt.toISOString() };
  });

export const changePassword = (body: Asked<typeof api.changePassword>['body']) =>
  replacing(() => call(api.changePassword, { body }, { fetch: fetchReplacing }));
export const removeFactor = (body: Proof) =>
  replacing(() => call(api.removeFactor, { body }, { fetch: fetchReplacing }));
export const replaceFactor = (body: Proof) => call(api.replaceFactor, { body });
export const renewRecoveryCodes = (body: Proof) => call(api.renewRecoveryCodes, { body });
export const textProofCode = (password: string) => call(api.textProofCode, { body: { password } });

/** Reads anew what these calls change. */
export function useRefreshAccount(): () => void {
  const client = useQueryClient();
  return () => {
    for (const { path } of [me, api.listSessions]) void client.invalidateQueries({ queryKey: [path] });
  };
}

/** Who is signed in has typed no e-mail that could be wrong. */
export const ownSentence = (failure: unknown): string =>
  failure instanceof CallFailure && failure.code === 'BAD_CREDENTIALS' ? 'Password incorrect.' : sentenceOf(failure);
