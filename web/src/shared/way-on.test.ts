import { expect, test } from 'vitest';
import { CallFailure, unableToMakeRequest } from '#api/failure.ts';
import { youAreOffline } from '#kit/offline.ts';
import { lineAs, refusedAs, saidAs } from './way-on.ts';

const failure = (status: number, code: string, message = unableToMakeRequest) =>
  new CallFailure(status, { code, message });
const act = { of: 'The request was', done: 'sent', press: 'Submit' };

test.each([
  ['no answer', failure(0, 'unreachable')],
  ['an answer that cannot be read', failure(200, 'unreachable')],
  ['the page of a proxy', failure(500, 'unreachable')],
  ['a proxy whose server is silent', failure(502, 'unexpected')],
  ['a proxy that has waited', failure(504, 'unexpected')],
  ['a server whose database may not have answered', failure(503, 'unavailable')],
])('REL-06 REL-17 after %s nobody says that it was not done, and the same press is the way on', (_, lost) => {
  expect(refusedAs(lost, act)).toEqual({
    title: 'It is not known whether the request was sent',
    text: 'Unable to make request. Press “Submit” again without changing anything: it is done once only.',
    leave: 'It may have been sent anyway. Please check before you do it again.',
  });
  expect(refusedAs(lost, { ...act, isKeyless: true }).text).toBe(
    'Unable to make request. Press “Submit” again to find out: it is not done twice.',
  );
});

test.each([
  ['began without a network', failure(0, 'unreachable', youAreOffline), youAreOffline],
  ['the server refused', failure(409, 'stale', 'Someone else was faster.'), 'Someone else was faster.'],
  ['failed within the server', failure(500, 'unexpected', 'Unable to save.'), 'Unable to save.'],
])('REL-17 what %s was not done', (_, refused, text) => {
  expect(refusedAs(refused, act)).toEqual({ title: 'The request was not sent', text });
});

test('REL-06 of a first try that was done after all it is said what the server says, whatever the screen has for other failures', () => {
  const done = failure(409, 'first_try_done', 'Your first try went through after all.');
  const said = {
    title: 'The request was not sent',
    text: 'Your first try went through after all.',
    leave: 'Your first try went through. What you have changed since then will not be saved.',
  };
  expect(refusedAs(done, { ...act, text: 'Unable to send.' })).toEqual(said);
  expect(saidAs(done, { ...act, text: 'Unable to send.' })).toEqual(said);
});

test('REL-17 without room for a heading, or without one, what was refused is said in its own words alone', () => {
  const refused = failure(400, 'invalid', 'The name is missing.');
  expect(saidAs(refused, act)).toEqual({ text: 'The name is missing.' });
  expect(lineAs(refused, act)).toBe('The name is missing.');
  expect(lineAs(failure(0, 'unreachable'), act)).toBe(
    'It is not known whether the request was sent. Unable to make request. Press “Submit” again without changing anything: it is done once only.',
  );
});
