import { X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import type { EncryptOptions } from 'xml-encryption';
import { encrypt } from 'xml-encryption';

export const AES_CBC = 'http://www.w3.org/2001/04/xmlenc#aes256-cbc';
export const RSA_1_5 = 'http://www.w3.org/2001/04/xmlenc#rsa-1_5';

/** Another way to encrypt, or a change of the assertion before. */
export interface EncryptionChange extends Partial<
  Pick<EncryptOptions, 'encryptionAlgorithm' | 'keyEncryptionAlgorithm'>
> {
  readonly before?: (assertion: string) => string;
}

/** Encrypts the assertion of a response to a certificate in PEM, as providers do. */
export async function encryptAssertion(
  xml: string,
  certificate: string,
  { before = assertion => assertion, ...algorithms }: EncryptionChange = {},
): Promise<string> {
  const assertion = /<saml:Assertion[\s>][^]*<\/saml:Assertion>/.exec(xml)![0];
  const data = await promisify(encrypt)(before(assertion), {
    rsa_pub: new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'pem' }),
    pem: certificate,
    encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
    ...algorithms,
  });
  return xml.replace(assertion, () => `<saml:EncryptedAssertion>${data}</saml:EncryptedAssertion>`);
}
