/** What an installation seals with, where no key of an authority is brought: a key and a certificate that it made for itself. */
import { KeyObject, randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import { BitString, Integer, Utf8String } from 'asn1js';
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension, Time, TimeType } from 'pkijs';

export interface SealingIdentity {
  /** PEM. */
  certificate: string;
  /** PEM (PKCS #8): to be kept encrypted. */
  key: string;
}

const years = 30;
const commonName = '2.5.4.3';
const basicConstraints = '2.5.29.19';
const keyUsage = '2.5.29.15';
/** To sign, and to stand by what was signed. */
const digitalSignatureAndNonRepudiation = 0b1100_0000;
/** What every reader of PDFs understands. */
const sealingAlgorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };

export async function makeSealingIdentity(name: string, now: Date): Promise<SealingIdentity> {
  const { subtle } = webcrypto;
  const pair = await subtle.generateKey(
    { ...sealingAlgorithm, modulusLength: 3072, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['sign', 'verify'],
  );
  const certificate = new Certificate({ version: 2 });
  // Not negative, and of another length than a zero at its beginning would make it.
  certificate.serialNumber = new Integer({ valueHex: Uint8Array.from([0x40, ...randomBytes(15)]).buffer });
  for (const who of [certificate.issuer, certificate.subject])
    who.typesAndValues.push(new AttributeTypeAndValue({ type: commonName, value: new Utf8String({ value: name }) }));
  certificate.notBefore.value = now;
  const end = new Date(Date.UTC(now.getUTCFullYear() + years, now.getUTCMonth(), now.getUTCDate()));
  // The other type has two digits for the year, and 50 is 1950.
  certificate.notAfter = new Time({ type: TimeType.GeneralizedTime, value: end });
  const extension = (id: string, value: ArrayBuffer) => new Extension({ extnID: id, critical: true, extnValue: value });
  const usage = new BitString({ valueHex: Uint8Array.of(digitalSignatureAndNonRepudiation).buffer, unusedBits: 6 });
  certificate.extensions = [
    extension(basicConstraints, new BasicConstraints({ cA: false }).toSchema().toBER()),
    extension(keyUsage, usage.toBER()),
  ];
  await certificate.subjectPublicKeyInfo.importKey(pair.publicKey as never);
  await certificate.sign(pair.privateKey as never, 'SHA-256');
  return {
    certificate: new X509Certificate(Buffer.from(certificate.toSchema(true).toBER())).toString(),
    key: KeyObject.from(pair.privateKey).export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
