import { moreHeader } from '@portal/contract/endpoint.ts';
import * as api from '@portal/contract/patients/endpoints.ts';
import { dateOfBirth, fromAttributes, gender, nameOf } from '@portal/contract/patients/fields.ts';
import { importPatients as importing } from '@portal/contract/patients/import-endpoints.ts';
import { messages, type PreferredContact, statusOfCode } from '@portal/contract/patients/rules.ts';
import { readTimeline } from '@portal/contract/patients/timeline-endpoints.ts';
import { z } from 'zod';
import { Failed, fail, failFields } from '#platform/core/fail.ts';
import type { Room } from '#platform/http/calls.ts';
import { whenGroupIsRemoved } from '#rooms/care-groups/door.ts';
import { addPatient } from './add-patient.ts';
import { changePatient } from './change-patient.ts';
import { endWithPatient } from './deactivating.ts';
import { dropWhatWasBegun, endLinks, sendLinksAnew } from './ending-links.ts';
import { forgetPatient } from './forgetting.ts';
import { importPatients } from './import-patients.ts';
import { patientsInGroups } from './in-groups.ts';
import { joinGroup, leaveGroup, leaveRemovedGroup } from './join-group.ts';
import { listPatients } from './list-patients.ts';
import { present, presentListed } from './present.ts';
import * as queries from './queries.ts';
import { setPatientStatus } from './set-status.ts';
import { endBetweenMoments, ownSources, timelineOf } from './timeline.ts';
import { tellsTimeline, timelineSources } from './timeline-sources.ts';

const withoutContact = z.object({
  fname: nameOf('First Name'),
  lname: nameOf('Last Name'),
  dob: dateOfBirth,
  gender,
});

const patientWords = (count: number) => (count === 1 ? '1 patient' : `${count} patients`);

export const patients: Room = (house) => {
  const { route } = house;
  house.lies({ patient: patientsInGroups });
  tellsTimeline(house, ...ownSources);
  whenGroupIsRemoved(leaveRemovedGroup);

  route(api.listPatients, async ({ viewer, query, tx, logRead }) => {
    const asked = query.g_id === undefined ? undefined : [query.g_id].flat();
    if (asked && !(await queries.areGroupsInSight(tx, viewer, asked))) throw fail('not_found');
    const { rows, total, isMore } = await listPatients(tx, viewer, {
      careGroupIds: asked,
      status: query.patient_status === undefined ? undefined : statusOfCode(query.patient_status),
      type: query.patient_type as 1 | 2 | 3 | undefined,
      words: query.filter_all_fields,
      name: query.search,
      start: query.patient_start ?? 0,
      limit: query.patient_limit ?? 10,
    });
    logRead(
      'patient',
      rows.map(({ patientId }) => patientId),
    );
    return { patients: rows.map(presentListed), totalPatients: total, isMore };
  });

  route(api.listSimilarPatients, async ({ viewer, query, tx, logRead, list }) => {
    const rows = await list(
      queries.similarTo(tx, viewer, {
        firstName: query.firstName,
        lastName: query.lastName,
        bornOn: query.dateOfBirth,
        phone: query.phone,
      }),
    );
    logRead(
      'patient',
      rows.map(({ patientId }) => patientId),
    );
    return { patients: rows.map(presentListed) };
  });

  route(api.addPatient, async ({ act, body }) => {
    const { firstName, lastName, email, phone, gender: code, dateOfBirth: bornOn } = body;
    const id = await addPatient(act, { firstName, lastName, email, phone, gender: code, bornOn, type: 1 });
    return { message: messages.added, u_id: id };
  });

  route(api.addPatientWithoutContact, async ({ act, body }) => {
    const parsed = withoutContact.safeParse(fromAttributes(body.userAttributes));
    if (!parsed.success) {
      const problems = parsed.error.issues.map((issue) => [`userAttributes.${issue.path.join('.')}`, issue.message]);
      throw failFields(Object.fromEntries(problems) as Record<string, string>);
    }
    const { fname: firstName, lname: lastName, dob: bornOn, gender: code } = parsed.data;
    const id = await addPatient(act, {
      firstName,
      lastName,
      bornOn,
      gender: code,
      email: body.mainContact?.value,
      type: 3,
    });
    return { message: messages.added, u_id: id };
  });

  route(api.readPatient, async ({ viewer, query, tx, logRead }) => {
    const row = await queries.one(tx, viewer, query.u_id).executeTakeFirst();
    if (!row) throw fail('not_found');
    logRead('patient', [row.patientId]);
    return { patient: present(row) };
  });

  route(api.changePatient, async ({ act, body }) => {
    const { u_id: patientId, username, userAttributes, preferredContact, version } = body;
    const changed = await changePatient(act, {
      patientId,
      username,
      attributes: fromAttributes(userAttributes),
      preferredContact: preferredContact as PreferredContact | undefined,
      version,
      endLinks: () => endLinks(house)(act, patientId),
      dropBegun: () => dropWhatWasBegun(house)(act, patientId),
      sendLinksAnew: (which) => sendLinksAnew(house)(act, patientId, which),
    });
    return { message: 'Patient info successfully updated.', version: changed };
  });

  route(api.setPatientStatus, async ({ act, body }) => {
    const step = body.new_status === 'active' ? 'activate' : 'enable';
    await setPatientStatus(act, { patientId: body.u_id, step, reason: body.reason, version: body.version });
    return { message: messages[step] };
  });

  route(api.removePatient, async ({ act, query }) => {
    const { u_id: patientId, removal_type: step, reason, version } = query;
    const forget = (why: string) => forgetPatient(house)(act, patientId, why);
    const end = () => endWithPatient(house)(act, patientId);
    await setPatientStatus(act, { patientId, step, reason, version, end, forget });
    return { message: messages[step] };
  });

  route(api.readPatientUser, async ({ viewer, query, tx, logRead }) => {
    const row = await queries.one(tx, viewer, query.u_id).executeTakeFirst();
    if (!row) throw fail('not_found');
    logRead('patient', [row.patientId]);
    return {
      user: {
        u_id: row.patientId,
        username: row.username,
        userConfirmed: row.confirmedAt !== null,
        lastLogin: row.lastLoginAt,
        preferredContact: row.preferredContact as 0 | 1 | 3 | -1,
      },
    };
  });

  route(api.listPatientGroups, async ({ viewer, query, tx, logRead, list }) => {
    const row = await queries.one(tx, viewer, query.u_id).executeTakeFirst();
    if (!row)
      throw (await queries.isOfCompany(tx, query.u_id))
        ? new Failed('forbidden', { sentence: messages.outOfReach })
        : fail('not_found');
    logRead('patient', [row.patientId]);
    return { groups: await list(queries.groupsOf(tx, viewer, row.patientId)) };
  });

  route(api.addToGroup, async ({ act, body }) => {
    await joinGroup(act, { patientId: body.u_id, careGroupId: body.g_id });
    return { message: 'Patient added to the care group.' };
  });

  route(api.removeFromGroup, async ({ act, query }) => {
    await leaveGroup(act, { patientId: query.u_id, careGroupId: query.g_id });
    return { message: 'Patient removed from the care group.' };
  });

  route(importing, async ({ act, body }) => {
    const { csv, g_id: careGroupId, dryRun } = body;
    const { lines, added } = await importPatients(act, { csv, careGroupId, dryRun });
    const wrong = lines.filter(({ problems }) => problems.length > 0).length;
    const message =
      wrong > 0
        ? `${wrong} of ${lines.length} ${lines.length === 1 ? 'line has' : 'lines have'} problems. Nobody was imported.`
        : dryRun
          ? `${patientWords(lines.length)} can be imported.`
          : `${patientWords(added)} imported. Now in pending patients.`;
    return { lines, added, message };
  });

  route(readTimeline, async ({ viewer, query, tx, logRead, list, http }) => {
    const patient = await queries.one(tx, viewer, query.u_id).executeTakeFirst();
    if (!patient) throw fail('not_found');
    const { patientId } = patient;
    const kinds = query.kind === undefined ? undefined : [query.kind].flat();
    const timeline = (when: { before?: Date | undefined; of?: Date }) =>
      timelineOf(tx, viewer, timelineSources(house), { patientId, kinds, ...when });
    const entries = await list(timeline({ before: query.before }));
    logRead('patient', [patientId]);
    if (!http.reply.hasHeader(moreHeader)) return { entries };
    const [first] = entries;
    const whole = endBetweenMoments(entries);
    if (whole.length > 0 || !first) return { entries: whole };
    // More has happened in one moment than a page has: such as the end of all that a patient was asked. All of it comes.
    const [older] = await timeline({ before: first.at }).limit(1).execute();
    if (!older) http.reply.removeHeader(moreHeader);
    return { entries: await timeline({ of: first.at }).execute() };
  });
};
