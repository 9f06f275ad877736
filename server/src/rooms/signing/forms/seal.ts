/** The seal of a document that everybody has signed: one digital signature over the whole file (PAdES B-B). */
import { createPrivateKey, sign, X509Certificate } from 'node:crypto';
import { PDF, type Signer } from '@libpdf/core';
import type { SealingIdentity } from './sealing-identity.ts';

export async function sealFile(bytes: Uint8Array, identity: SealingIdentity, at: Date): Promise<Uint8Array> {
  const pdf = await PDF.load(bytes);
  const { bytes: sealed, warnings } = await pdf.sign({
    signer: signerOf(identity),
    fieldName: freeName(pdf),
    reason: 'Sealed after the last signature',
    signingTime: at,
    digestAlgorithm: 'SHA-256',
    level: 'B-B',
  });
  const [warning] = warnings;
  if (warning) throw new Error(`the document cannot be sealed: ${warning.message}`);
  return sealed;
}

/** Somebody may have called a field of the form so. */
function freeName(pdf: PDF): string {
  const taken = new Set(
    pdf
      .getForm()
      ?.getFields()
      .map(({ name }) => name),
  );
  let name = 'Seal';
  for (let n = 2; taken.has(name); n += 1) name = `Seal ${n}`;
  return name;
}

/** A key of RSA or of an elliptic curve, as the operator has it. */
function signerOf({ certificate, key: pem }: SealingIdentity): Signer {
  const key = createPrivateKey(pem);
  const known = new X509Certificate(certificate);
  if (!known.checkPrivateKey(key)) throw new Error('the key for sealing is not that of the certificate');
  const kinds: Record<string, Pick<Signer, 'keyType' | 'signatureAlgorithm'>> = {
    rsa: { keyType: 'RSA', signatureAlgorithm: 'RSASSA-PKCS1-v1_5' },
    ec: { keyType: 'EC', signatureAlgorithm: 'ECDSA' },
  };
  const kind = kinds[key.asymmetricKeyType ?? ''];
  if (!kind) throw new Error('the key for sealing is neither of RSA nor of an elliptic curve');
  return {
    ...kind,
    certificate: new Uint8Array(known.raw),
    sign: (data, algorithm) => Promise.resolve(new Uint8Array(sign(algorithm.replace('-', ''), data, key))),
  };
}
