/** What the seal of a file says, and whether it holds. */
import { createHash, X509Certificate } from 'node:crypto';
import { ContentInfo, SignedData, type SignerInfo } from 'pkijs';

export interface Seal {
  /** Whose certificate it is. */
  sealedBy: string;
  /** Lower-case hex of the SHA-256 of the certificate. */
  fingerprint: string;
  /** As the seal says. */
  sealedAt: Date | null;
}
export interface SealFindings {
  /** Null where there is none that can be read. */
  seal: Seal | null;
  /** In words; none where the file is sealed as a whole and nothing was changed since. */
  problems: string[];
}

/** `known` is who may have sealed it, as fingerprints; left out, anybody. */
export async function verifySeal(bytes: Uint8Array, known?: readonly string[]): Promise<SealFindings> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const range = rangeOf(file);
  if (!range) return { seal: null, problems: ['The document is not sealed.'] };
  const problems: string[] = [];
  if (!range.isWhole) problems.push('The seal does not cover the whole file.');
  const signed = openContent(range.content);
  const [signer] = signed?.signerInfos ?? [];
  const certificate = signed && signer && certificateOf(signed);
  // One that brings what it covers along would hold for that, and not for the file.
  const isDetached = signed?.encapContentInfo.eContent === undefined;
  if (!signed || !signer || !certificate || !isDetached)
    return { seal: null, problems: [...problems, 'The seal cannot be read.'] };
  const fingerprint = createHash('sha256').update(certificate.raw).digest('hex');
  if (signed.signerInfos.length !== 1) problems.push('The seal was made by more than one.');
  if (known && !known.includes(fingerprint))
    problems.push('The seal was made with a certificate that is not known here.');
  if (!strongDigests.has(signer.digestAlgorithm.algorithmId)) problems.push('The seal is made with a weak digest.');
  else problems.push(...(await problemsOf(signed, range.covered)));
  return { seal: { sealedBy: nameOf(certificate), fingerprint, sealedAt: timeOf(signer) }, problems };
}

/** SHA-256, SHA-384, SHA-512. */
const strongDigests = new Set([1, 2, 3].map((n) => `2.16.840.1.101.3.4.2.${n}`));
const signingTime = '1.2.840.113549.1.9.5';

interface Range {
  covered: ArrayBuffer;
  content: Buffer;
  isWhole: boolean;
}

/** Of the last seal: what it covers is all of the file but its own hexadecimal digits. */
function rangeOf(file: Buffer): Range | null {
  const at = file.lastIndexOf('/ByteRange');
  if (at < 0) return null;
  const said = /^\/ByteRange\s*\[\s*(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s+(\d{1,10})\s*\]/.exec(
    file.toString('latin1', at, at + 200),
  );
  if (!said) return null;
  const [from, length, behind, rest] = said.slice(1).map(Number) as [number, number, number, number];
  const end = from + length;
  if (behind < end + 2 || behind + rest > file.length) return null;
  const gap = file.toString('latin1', end, behind);
  if (!/^<[0-9a-fA-F]*>$/.test(gap)) return null;
  const covered = new Uint8Array(length + rest);
  covered.set(file.subarray(from, end));
  covered.set(file.subarray(behind, behind + rest), length);
  return {
    covered: covered.buffer,
    content: Buffer.from(gap.slice(1, -1), 'hex'),
    isWhole: from === 0 && behind + rest === file.length,
  };
}

function openContent(content: Buffer): SignedData | null {
  try {
    // The place for it is larger than what stands there.
    const info = ContentInfo.fromBER(Uint8Array.from(content.subarray(0, lengthOfDer(content))).buffer);
    return new SignedData({ schema: info.content });
  } catch {
    return null;
  }
}

function lengthOfDer(der: Buffer): number {
  const first = der.readUInt8(1);
  if (first < 0x80) return 2 + first;
  const bytes = first & 0x7f;
  return 2 + bytes + der.readUIntBE(2, bytes);
}

function certificateOf({ certificates = [] }: SignedData): X509Certificate | null {
  const [first] = certificates;
  if (certificates.length !== 1 || !first) return null;
  return new X509Certificate(Buffer.from(first.toSchema().toBER()));
}

async function problemsOf(signed: SignedData, covered: ArrayBuffer): Promise<string[]> {
  try {
    const isValid = await signed.verify({ signer: 0, data: covered, checkChain: false });
    return isValid ? [] : ['The file was changed after it was sealed.'];
  } catch {
    return ['The file was changed after it was sealed.'];
  }
}

const nameOf = ({ subject }: X509Certificate): string => /^CN=(.*)$/m.exec(subject)?.[1] ?? subject;

function timeOf({ signedAttrs }: SignerInfo): Date | null {
  const attribute = signedAttrs?.attributes.find(({ type }) => type === signingTime);
  const value = attribute?.values[0] as { toDate?: () => Date } | undefined;
  return value?.toDate?.() ?? null;
}
