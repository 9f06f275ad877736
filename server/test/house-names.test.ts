/** What people and medications are known by, and reasons: there is something of it that can be seen. */
import { expect, test } from 'vitest';
import { fieldsOf, withValue } from './hostile-fields.ts';
import { openHostileHouse } from './hostile-house.ts';

/** By call, the fields of it. */
const known: Record<string, readonly string[]> = {
  'participants.addParticipant': ['fname', 'lname'],
  'participants.changeParticipant': ['fname', 'lname'],
  'providers.register': ['firstName', 'lastName'],
  'delegates.inviteDelegate': ['NPIs.0.fName', 'NPIs.0.lName'],
  'delegates.addNpi': ['fName', 'lName'],
  'delegates.changeNpi': ['fName', 'lName'],
  'reorderForms.addMedicationList': ['medList.0.name', 'medList.0.dosage', 'medList.0.information'],
  'reorderForms.changeMedicationList': ['medList.0.name', 'medList.0.dosage', 'medList.0.information'],
  'lots.correctLotExpiry': ['reason'],
  'identity.decideRecovery': ['reason'],
};

test('P11-09 P11-15 PHY-11 REG-06 PAR-14 PAR-15 names and reasons of nothing that can be seen are refused by every call, with the field', {
  timeout: 120_000,
}, async () => {
  const house = await openHostileHouse();
  const answers: unknown[] = [];
  const expected: unknown[] = [];
  for (const [name, fields] of Object.entries(known)) {
    const { endpoint } = house.calls.find((call) => call.name === name)!;
    for (const path of fields) {
      const field = fieldsOf(endpoint).find((one) => one.part === 'body' && one.path.join('.') === path)!;
      for (const text of ['\u200d\u200c', '\u200b\u2060', '\u202e\u3164']) {
        const good = await house.good(name, endpoint, field);
        const answer = await good.ask({ query: good.query, body: withValue(good.body, field.path, text) });
        answers.push([name, JSON.stringify(text), answer.status, Object.keys(answer.fields ?? {})]);
        expected.push([name, JSON.stringify(text), 400, [path]]);
      }
    }
  }
  expect(answers).toEqual(expected);
});
