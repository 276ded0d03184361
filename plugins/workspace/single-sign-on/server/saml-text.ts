import { Fault } from '#core/base/common/index.ts';

/** The refusal of a SAML response, in words for the person who set the provider up. */
export const samlFault = (text: string): Fault =>
  new Fault('SSO_FAILED', text, { status: 422, details: { problem: text } });

const DECLARATION = /<!(DOCTYPE|ENTITY)/i;
const INSTRUCTION = /<\?(?!xml[\s?])/;
const ASSERTION = /<(?:[^\s<>/:]+:)?(?:Encrypted)?Assertion[\s/>]/g;
const SHA1 = /Algorithm\s*=\s*["'][^"']*(?:rsa-sha1|dsa-sha1|hmac-sha1|xmldsig#sha1|ecdsa-sha1)["']/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Decodes a SAML response and refuses what no provider has to send before anything parses it. @throws Fault SSO_FAILED
 * (422)
 */
export function decodeResponse(encoded: string): string {
  // White space goes first: a pattern that allows it in two places takes quadratic time, and anybody may send a
  // response.
  if (!BASE64.test(encoded.replaceAll(/\s/g, ''))) throw samlFault('The SAML response is not base64.');
  const xml = Buffer.from(encoded, 'base64').toString('utf8');
  demandPlain(xml);
  return xml;
}

/**
 * Refuses document types, entities, comments, processing instructions and more than one assertion. @throws Fault
 * SSO_FAILED (422)
 */
export function demandPlain(xml: string): void {
  if (DECLARATION.test(xml)) throw samlFault('The SAML response declares a document type or an entity.');
  if (xml.includes('<!--')) throw samlFault('The SAML response has a comment.');
  if (INSTRUCTION.test(xml)) throw samlFault('The SAML response has a processing instruction.');
  if ((xml.match(ASSERTION)?.length ?? 0) > 1) throw samlFault('The SAML response has more than one assertion.');
}

/** Refuses SHA-1 in a response that is in the clear. @throws Fault SSO_FAILED (422) */
export function demandStrong(xml: string): void {
  if (SHA1.test(xml)) throw samlFault('The SAML response is signed with SHA-1. Let your provider sign with SHA-256.');
}
