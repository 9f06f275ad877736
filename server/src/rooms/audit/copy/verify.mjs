/*
 * Checks a complete copy of the records of a trial or a patient, without a network and with nothing but Node:
 *
 *   node verify.mjs
 *
 * in the folder that the archive was unpacked into. It compares every file with the list of files, the list with what it was signed
 * with, every request for signatures with what the audit trail says of it, every signature with the file that was shown, the one that
 * was signed and what the audit trail says of it, every seal with its document, and every message with what the audit trail says of it.
 * It ends with 0 where everything is as it was, else with 1.
 */
import { createHash, verify as verifySignature, X509Certificate } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const folder = process.argv[2] ?? import.meta.dirname;
const problems = [];
const read = (path) => readFileSync(join(folder, path));
const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

function filesIn(path) {
  return readdirSync(path, { withFileTypes: true }).flatMap((one) => {
    const inside = join(path, one.name);
    return one.isDirectory() ? filesIn(inside) : [relative(folder, inside).split(sep).join('/')];
  });
}

function checkFiles(manifest) {
  const listed = new Set(['manifest.json', 'manifest.sha256', 'manifest.sig']);
  for (const { path, bytes, sha256: hash } of manifest.files) {
    listed.add(path);
    if (!existsSync(join(folder, path))) problems.push(`${path} is missing.`);
    else {
      const content = read(path);
      if (content.length !== bytes || sha256(content) !== hash) problems.push(`${path} is not what was copied.`);
    }
  }
  for (const path of filesIn(folder)) if (!listed.has(path)) problems.push(`${path} does not belong to the copy.`);
}

/** The certificate that the list was signed with, where it holds. */
function checkSignature(list, { signedWith, certificates }) {
  if (!certificates.includes(signedWith) || !existsSync(join(folder, 'manifest.sig'))) {
    problems.push('The list of files is not signed.');
    return null;
  }
  const certificate = new X509Certificate(read(signedWith));
  if (verifySignature('sha256', list, certificate.publicKey, read('manifest.sig'))) return certificate;
  problems.push('The list of files is not the one that was signed.');
  return null;
}

/** Rows are what the audit trail says; each signer's signatures lead from one revision to the next; what was sealed is the last one. */
function checkDocument({ docId, friendlyName, revisions, request }, known, audit) {
  const said = (sentence) => problems.push(`Document ${docId} "${friendlyName}": ${sentence}`);
  const hashes = revisions.map(({ file }) => (existsSync(join(folder, file)) ? sha256(read(file)) : null));
  for (const [at, { revision, sha256: hash }] of revisions.entries())
    if (hash !== null && hashes[at] !== hash) said(`revision ${revision} is not what was kept.`);
  const contents = audit.filter(
    ({ kind, recordKind, recordId }) =>
      (kind === 'document.kept' || kind === 'document.replaced') &&
      recordKind === 'document' &&
      recordId === String(docId),
  );
  for (const entry of contents) {
    const [number, hash] = [saidIn(entry, 'revision') ?? 1, saidIn(entry, 'sha256')];
    const at = revisions.findIndex(({ revision }) => revision === number);
    if (at === -1) said(`revision ${number} is missing.`);
    else if (typeof hash === 'string' && hashes[at] !== null && revisions[at].sha256 !== hash)
      said(`revision ${number} is not what the audit trail says.`);
  }
  const onRecord = signingsOf(docId, request, audit);
  const given = onRecord.filter(({ kind }) => kind === 'signing.signed');
  const became = new Set(contents.map((entry) => saidIn(entry, 'replaced_by')));
  for (const problem of missingRows(docId, request, onRecord)) said(problem);
  const sealed = onRecord.find(({ kind }) => kind === 'signing.sealed');
  if ((sealed || became.has('sealed')) && !request?.sealedAt) said('the record of its seal is missing.');
  if (!request) {
    if (became.has('signed') && given.length === 0) said('it was signed, and its signatures are missing.');
    return;
  }
  let at = 0;
  for (const { signerNum, cpId, name, signedAt } of request.signers) {
    const own = request.signatures.filter((one) => one.signerNum === signerNum);
    if (signedAt === null) {
      if (own.length > 0) said(`there is a signature of ${name}, who has not signed.`);
      continue;
    }
    if (own.length === 0) said(`the signature of ${name} is missing.`);
    const made = revisions.findIndex(({ by }, n) => n > at && by === 'signed');
    if (made === -1) {
      said(`there is no revision that ${name} signed.`);
      continue;
    }
    const entry = given.find((one) => saidIn(one, 'signer_num') === signerNum);
    if (!entry) said(`the audit trail knows no signature of ${name}.`);
    for (const one of own) {
      if (one.cpId !== cpId)
        said(`the signature in ${one.fieldName} is of another account than that of ${name}, signer ${signerNum}.`);
      const other = entry ? otherThan(entry, one) : [];
      if (other.length > 0)
        said(`the signature in ${one.fieldName} is not what the audit trail says: ${other.join(', ')}.`);
      if (one.presentedSha256 !== hashes[made - 1]) said(`what ${name} was shown is not the revision before.`);
      if (one.signedSha256 !== hashes[made]) said(`what ${name} signed is not the revision that was kept.`);
    }
    at = made;
  }
  const asked = new Set(request.signers.map(({ signerNum }) => signerNum));
  const strange = request.signatures.filter(({ signerNum }) => !asked.has(signerNum));
  for (const [first] of Map.groupBy(strange, ({ signerId }) => signerId).values())
    said(`there is a signature of ${nameOf(first)}, who was not asked to sign.`);
  // They stand in the copy in the order in which they were given.
  const inRows = request.signers.map(({ signerNum }) =>
    request.signatures.findIndex((one) => one.signerNum === signerNum),
  );
  const inTrail = given.map((entry) => saidIn(entry, 'signer_num'));
  if (!isInOrder(inRows.filter((one) => one !== -1)) || !isInOrder(inTrail))
    said('the signatures were not given in the order of the signers.');
  if (!request.sealedAt) return;
  if (revisions.at(-1).by !== 'sealed' || hashes.at(-1) === null) {
    said('the sealed file is missing.');
    return;
  }
  if (hashes.at(-1) !== request.sealedSha256) said('the file is not the one that was sealed.');
  for (const problem of problemsOfSeal(read(revisions.at(-1).file), known)) said(problem);
}

const sendings = ['conversation.message_sent', 'conversation.message_sent_by_patient', 'broadcast.message_sent'];

/** Every message is there, and what was sent; the text of a message to all is with the one that went to all. */
function checkMessages(messages, audit) {
  const sent = new Map();
  for (const entry of audit)
    if (sendings.includes(entry.kind)) sent.set(`${entry.recordKind} ${entry.recordId}`, entry);
  for (const message of messages) {
    const { message_id: id, broadcast_message_id: toAll, body } = message;
    // Copies of before do not say which message went to all.
    const record = (toAll ?? null) === null ? `conversation_message ${id}` : `broadcast_message ${toAll}`;
    if (toAll === undefined && !sent.has(record)) continue;
    const entry = sent.get(record);
    // Entries of before have no hash.
    const hash = entry && saidIn(entry, 'sha256');
    if (!entry || (hash !== undefined && hash !== sha256(`${toAll ?? id}:${body}`)))
      problems.push(`The text of message ${id} is not the one that the audit trail knows.`);
    const changed = entry ? changedOfMessage(entry, message) : [];
    if (changed.length > 0) problems.push(`Message ${id} is not what the audit trail says: ${changed.join(', ')}.`);
    sent.delete(`conversation_message ${id}`);
  }
  // Where a message to all went, a copy of one patient does not say.
  for (const { recordKind, recordId } of sent.values())
    if (recordKind === 'conversation_message')
      problems.push(`Message ${recordId}, which the audit trail knows, is not there.`);
}

/** In words, what of a message but its text is not what was written down when it was sent; entries of before do not say all of it. */
function changedOfMessage(entry, message) {
  const { provider_id: writer, conversation_id: conversation, sent_at: at, document_id: document = null } = message;
  const [saidConversation = conversation, saidAt = at, saidDocument = null] = [
    'conversation_id',
    'sent_at',
    'document_id',
  ].map((field) => saidIn(entry, field));
  const found = [];
  if (entry.cpId !== writer || entry.kind.endsWith('_by_patient') !== (writer === null)) found.push('who wrote it');
  if (saidConversation !== conversation) found.push('the conversation');
  if (saidAt !== at) found.push('the time');
  if (saidDocument !== document) found.push('the document');
  return found;
}

/** What the audit trail says of the signing of a document. Where no row names its request, the trail does. */
function signingsOf(docId, request, audit) {
  const ofRequests = audit.filter(({ recordKind }) => recordKind === 'signing_request');
  const asked = ofRequests.filter((one) => one.kind === 'signing.requested' && saidIn(one, 'document_id') === docId);
  const ids = new Set(request ? [String(request.requestId)] : asked.map(({ recordId }) => recordId));
  return ofRequests.filter(({ recordId }) => ids.has(recordId));
}

/** What the audit trail knows of the signing and no row does, and a request, its signers, its end or a seal that it does not know. */
function missingRows(docId, request, onRecord) {
  const found = [];
  const asked = onRecord.find(({ kind }) => kind === 'signing.requested');
  if (!request && asked) found.push('the request for signatures is missing.');
  else if (request && (!asked || saidIn(asked, 'document_id') !== docId))
    found.push('the audit trail knows no request for signatures of this document.');
  else if (request) {
    const changed = changedOfRequest(asked, request, onRecord);
    if (changed.length > 0) found.push(`the record of the request for signatures was changed: ${changed.join(', ')}.`);
    if (areOthers(asked, request)) found.push('those who were to sign are not those who were asked.');
    if (request.state !== stateOnRecord(onRecord)) found.push('whether the signing has ended, and how, was changed.');
  }
  for (const entry of onRecord.filter(({ kind }) => kind === 'signing.signed')) {
    const number = saidIn(entry, 'signer_num');
    if (!request?.signers.some(({ signerNum, signedAt }) => signerNum === number && signedAt !== null))
      found.push(`the signature of ${entry.person}, signer ${number}, is missing.`);
  }
  const seal = onRecord.find(({ kind }) => kind === 'signing.sealed');
  if (!seal && request?.sealedAt) found.push('the audit trail knows no seal of this document.');
  if (seal && request?.sealedAt && isOtherSeal(seal, request)) found.push('the record of the seal was changed.');
  return found;
}

/** In words, what of a request is not what was written down when people were asked, and when it ended. */
function changedOfRequest(asked, { kind, requesterId, reason }, onRecord) {
  const same = {
    'its kind': saidIn(asked, 'kind') === kind,
    'who asked': asked.cpId === requesterId,
    'why it ended': (endOnRecord(onRecord)?.reason ?? null) === reason,
  };
  return Object.keys(same).filter((what) => !same[what]);
}

/** Entries of before do not say which accounts were asked. */
function areOthers(asked, { signers }) {
  const accounts = saidIn(asked, 'signer_accounts');
  return (
    saidIn(asked, 'signers') !== signers.map(({ name, email }) => `${name} (${email})`).join(', ') ||
    (accounts !== undefined && String(accounts) !== String(signers.map(({ cpId }) => cpId)))
  );
}

/** Entries of before do not say when it was sealed. */
const isOtherSeal = (seal, { sealedAt, sealedSha256 }) =>
  saidIn(seal, 'sealed_sha256') !== sealedSha256 || ![undefined, sealedAt].includes(saidIn(seal, 'sealed_at'));

const ends = { 'signing.completed': 'completed', 'signing.rejected': 'rejected', 'signing.withdrawn': 'withdrawn' };
const endOnRecord = (onRecord) => onRecord.findLast(({ kind }) => kind in ends);
const stateOnRecord = (onRecord) => ends[endOnRecord(onRecord)?.kind] ?? 'open';

const isInOrder = (numbers) => numbers.every((number, n) => n === 0 || number > numbers[n - 1]);
const nameOf = ({ firstName, lastName }) => `${firstName} ${lastName}`.trim();

/** What an entry of the audit trail says of a field, however it is spelled there. */
const saidIn = ({ changes }, field) =>
  changes.find((one) => one.field.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase() === field)?.new;

/** In words, what of a signature is not what was written down when it was given. */
function otherThan(entry, one) {
  const fields = saidIn(entry, 'fields') ?? [];
  const [at, pages, claimed] = [fields.indexOf(one.fieldName), saidIn(entry, 'pages'), saidIn(entry, 'claimed_at')];
  // Entries of before do not say all of it.
  const isSaid = (field, value) => [undefined, value].includes(saidIn(entry, field));
  const same = {
    'who signed': entry.cpId === one.cpId && entry.person === nameOf(one),
    'the role': entry.type === one.type || entry.type === `${one.type}, emergency access`,
    'the e-mail': isSaid('email', one.email),
    'where it was signed from': entry.host === one.host && isSaid('network_address', one.address),
    'with what it was signed': isSaid('client', one.client),
    'the time': saidIn(entry, 'signed_at') === one.date,
    "the time that the signer's device said": claimed === undefined || claimed[at] === one.claimedDate,
    'the reason': saidIn(entry, 'meaning') === one.reason,
    'the field': at !== -1,
    'the page': pages === undefined || pages[at] === one.page,
    'the drawing': saidIn(entry, 'drawings_sha384')?.[at] === one.hash,
    'what was shown': saidIn(entry, 'presented_sha256') === one.presentedSha256,
    'what was signed': saidIn(entry, 'signed_sha256') === one.signedSha256,
  };
  return Object.keys(same).filter((what) => !same[what]);
}

const digests = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};

/** One CMS signature over all of the file but its own digits. */
function problemsOfSeal(file, known) {
  const at = file.lastIndexOf('/ByteRange');
  const said =
    at < 0
      ? null
      : /^\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/.exec(file.toString('latin1', at, at + 200));
  if (!said) return ['it is not sealed.'];
  const [from, length, behind, rest] = said.slice(1).map(Number);
  const gap = file.toString('latin1', from + length, behind);
  if (from !== 0 || behind + rest !== file.length || !/^<[0-9a-fA-F]*>$/.test(gap))
    return ['the seal does not cover the whole file.'];
  try {
    const covered = Buffer.concat([file.subarray(0, length), file.subarray(behind)]);
    const content = Buffer.from(gap.slice(1, -1), 'hex');
    const signedData = partsOf(partsOf(content)[1].whole)[0];
    const parts = partsOf(signedData.whole);
    const certificate = new X509Certificate(partsOf(parts.find(({ tag }) => tag === 0xa0).whole)[0].whole);
    const signer = partsOf(partsOf(parts.at(-1).whole)[0].whole);
    const digest = digests[oidOf(partsOf(signer[2].whole)[0].body)];
    const attributes = signer.find(({ tag }) => tag === 0xa0);
    const signature = signer.find(({ tag }) => tag === 0x04).body;
    if (!digest || !attributes) return ['the seal is of a kind that cannot be checked here.'];
    const found = [];
    if (!known.has(certificate.fingerprint256))
      found.push('the seal was made with a certificate that is not in the copy.');
    const told = partsOf(attributes.whole)
      .map(({ whole }) => partsOf(whole))
      .find(([name]) => oidOf(name.body) === '1.2.840.113549.1.9.4');
    const kept = told && partsOf(told[1].whole)[0].body;
    if (!kept?.equals(createHash(digest).update(covered).digest()))
      found.push('the file was changed after it was sealed.');
    // They are signed as a set, and stand there under another tag.
    const signedPart = Buffer.concat([Buffer.of(0x31), attributes.whole.subarray(1)]);
    if (!verifySignature(digest, signedPart, certificate.publicKey, signature)) found.push('the seal does not hold.');
    return found;
  } catch {
    return ['the seal cannot be read.'];
  }
}

/** The parts of a DER value that holds others. */
function partsOf(der) {
  const { body } = partAt(der, 0);
  const parts = [];
  for (let at = 0; at < body.length; ) {
    const part = partAt(body, at);
    parts.push(part);
    at += part.whole.length;
  }
  return parts;
}

function partAt(der, at) {
  const first = der[at + 1];
  const more = first < 0x80 ? 0 : first & 0x7f;
  const length = more === 0 ? first : der.readUIntBE(at + 2, more);
  const start = at + 2 + more;
  return { tag: der[at], body: der.subarray(start, start + length), whole: der.subarray(at, start + length) };
}

function oidOf(body) {
  const numbers = [Math.floor(body[0] / 40), body[0] % 40];
  let value = 0;
  for (const byte of body.subarray(1)) {
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) {
      numbers.push(value);
      value = 0;
    }
  }
  return numbers.join('.');
}

try {
  const list = read('manifest.json');
  if (sha256(list) !== read('manifest.sha256').toString('latin1').slice(0, 64))
    problems.push('manifest.json is not what was copied.');
  const manifest = JSON.parse(list.toString());
  checkFiles(manifest);
  const certificate = checkSignature(list, manifest);
  const known = new Set(manifest.certificates.map((path) => new X509Certificate(read(path)).fingerprint256));
  const { documents, messages, audit } = JSON.parse(read('records.json').toString());
  for (const document of documents) checkDocument(document, known, audit);
  if (messages) checkMessages(messages, audit);
  if (problems.length === 0) {
    console.log(
      `The copy is whole: ${manifest.files.length} files, ${documents.length} documents, ${audit.length} entries of the audit trail.
The list of its files was signed ${manifest.madeAt} with the key of "${/^CN=(.*)$/m.exec(certificate.subject)?.[1] ?? certificate.subject}":
${certificate.fingerprint256.replaceAll(':', '').toLowerCase()}
This proves that nothing was changed, added or taken away since. It does not prove whose key it is: compare the number above with what
the operator of the portal tells of its certificates. Nor does it prove the time, which is what the clock of the portal said.`,
    );
    const unsealed = documents.filter(({ request }) => request?.state === 'completed' && !request.sealedAt).length;
    if (unsealed === 1) console.log('1 document that everybody signed has no seal.');
    if (unsealed > 1) console.log(`${unsealed} documents that everybody signed have no seal.`);
  }
} catch (error) {
  problems.push(`The copy cannot be read: ${error.message}`);
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
