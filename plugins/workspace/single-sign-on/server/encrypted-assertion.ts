import { promisify } from 'node:util';
import { samlFault } from './saml-text.ts';

const ENCRYPTED = /<((?:[\w.-]+:)?EncryptedAssertion)(?=[\s>])[^]*<\/\1\s*>/;

/**
 * Puts the assertion of a response in the place of its encrypted one, so that every later check sees it in the clear. A
 * response without one stays as it is. Whatever goes wrong is said in the same words: more would help to guess the
 * text. @throws Fault SSO_FAILED (422)
 */
export async function decryptAssertion(xml: string, keyOf: () => Promise<string | undefined>): Promise<string> {
  const encrypted = ENCRYPTED.exec(xml)?.[0];
  if (encrypted === undefined) return xml;
  const privateKey = await keyOf();
  if (privateKey === undefined)
    throw samlFault('The assertion is encrypted, and your organization has no certificate here. Make one.');
  const clear = await open(encrypted, privateKey).catch(() => undefined);
  if (clear === undefined || !/^\s*<(?:[\w.-]+:)?Assertion[\s>]/.test(clear))
    throw samlFault(
      'The encrypted assertion can not be opened. Give your provider the present certificate of Loupe, and let it encrypt with RSA-OAEP and AES.',
    );
  return xml.replace(encrypted, () => clear);
}

async function open(encrypted: string, key: string): Promise<string> {
  const { decrypt } = await import('xml-encryption');
  // Answers to guesses would open keys that are wrapped by PKCS #1 v1.5.
  return promisify(decrypt)(encrypted, { key, disallowDecryptionWithInsecureAlgorithm: true });
}
