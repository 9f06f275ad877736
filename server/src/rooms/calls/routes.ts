import * as api from '@portal/contract/calls/endpoints.ts';
import { Failed, fail } from '#platform/core/fail.ts';
import { lineOf, testLine } from '#platform/core/voice.ts';
import type { Room } from '#platform/http/calls.ts';
import type { Viewer } from '#platform/security/viewer.ts';
import { forgetsPatients, ofPatientsInGroups, tellsTimeline } from '#rooms/patients/door.ts';
import { forgetNumbers } from './forget-patient.ts';
import { keepCall } from './keep-call.ts';
import { timelineSources } from './timeline.ts';

/** By what the line knows a person; other names are nobody's. */
const nameOf = ({ providerId }: Pick<Viewer, 'providerId'>): string => `provider-${providerId}`;
const isOfPerson = (clientName: string): boolean => /^provider-/i.test(clientName);

export const calls: Room = (house) => {
  const { env, clock, log, preparedRoute, route } = house;
  house.lies({ patient_call: ofPatientsInGroups('patient_call') });
  tellsTimeline(house, ...timelineSources);
  forgetsPatients(house, forgetNumbers);
  const line = env.voice ? lineOf(env.voice) : testLine(env.secret);
  const refuseWithoutMode = () => {
    if (!env.callMode) throw fail('call.mode_off');
  };
  /** Outside of the transaction: the line may take its time. */
  const tokenFor = async (clientName: string): Promise<string> => {
    refuseWithoutMode();
    try {
      return await line.tokenFor(clientName, clock.now());
    } catch (error) {
      log.warn('voice', { error: error instanceof Error ? error.message : String(error) });
      throw new Failed('call.line_away', { retryAfter: 5 });
    }
  };

  preparedRoute(
    api.makeVoiceToken,
    async ({ clientName }, { viewer }) => {
      // Whoever has a token for a name is called by it.
      if (isOfPerson(clientName) && clientName !== nameOf(viewer)) throw fail('forbidden');
      return tokenFor(clientName);
    },
    (_call, voiceToken) => ({ voiceToken }),
  );
  preparedRoute(
    api.readVoiceToken,
    async (_body, { viewer, query }) => {
      if (query.cp_id !== viewer.providerId) throw fail('forbidden');
      return tokenFor(nameOf(viewer));
    },
    (_call, voiceToken) => ({ voiceToken }),
  );
  route(api.keepCall, async ({ act, body: { u_id: patientId, note = '', ...given } }) => {
    refuseWithoutMode();
    return { message: 'Call saved.', callId: await keepCall(act, { ...given, patientId, note, isTest: !env.voice }) };
  });
};
