import { generateKeyPairSync } from 'node:crypto';
import type { ResponseParts } from './saml-provider.ts';
import { responseXml, signResponse } from './saml-provider.ts';

const EVIL = 'eve@corp.test';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const RSA_SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';

/** Pieces of a signed response, to put together in another order. */
interface Pieces {
  readonly before: string;
  readonly assertion: string;
  readonly signature: string;
  readonly after: string;
}

function piecesOf(xml: string): Pieces {
  const [, before = '', assertion = '', after = ''] =
    /^(.*?)(<saml:Assertion .*<\/saml:Assertion>)(.*)$/s.exec(xml) ?? [];
  return { before, assertion, signature: /<ds:Signature.*<\/ds:Signature>/s.exec(assertion)?.[0] ?? '', after };
}

/** The assertion of a forger: another subject and address, without a signature. */
const evilOf = ({ assertion, signature }: Pieces, id = '_evil'): string =>
  assertion
    .replace(signature, '')
    .replace(/ID="[^"]*"/, `ID="${id}"`)
    .replace(/(<saml:NameID[^>]*>)[^<]*/, '$1s-evil')
    .replace(/(<saml:Attribute Name="email"><saml:AttributeValue>)[^<]*/, `$1${EVIL}`);
const inside = (assertion: string, content: string): string =>
  assertion.replace('</saml:Issuer>', `</saml:Issuer>${content}`);
const object = (signature: string, content: string): string =>
  signature.replace('</ds:Signature>', `<ds:Object>${content}</ds:Object></ds:Signature>`);
const idOf = ({ assertion }: Pieces): string => /ID="([^"]*)"/.exec(assertion)![1]!;

type Forge = (xml: string, parts: ResponseParts) => string;
const wrapped =
  (build: (pieces: Pieces, bare: string) => string): Forge =>
  xml => {
    const pieces = piecesOf(xml);
    return build(pieces, pieces.assertion.replace(pieces.signature, ''));
  };
const resigned =
  (change: (xml: string) => string): Forge =>
  (_, parts) =>
    signResponse(change(responseXml(parts)));
const said =
  (change: Partial<ResponseParts>): Forge =>
  (_, parts) =>
    signResponse(responseXml({ ...parts, ...change }));

/**
 * Responses that must sign nobody in, by what is wrong with them. Each is made of a good response, signed, and its
 * parts.
 */
export const FORGED_RESPONSES: Readonly<Record<string, Forge>> = {
  unsigned: (_, parts) => responseXml(parts),
  'signed with another key': (_, parts) =>
    signResponse(
      responseXml(parts),
      generateKeyPairSync('rsa', {
        modulusLength: 2048,
        privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        publicKeyEncoding: { type: 'spki', format: 'pem' },
      }).privateKey,
    ),
  'signed with SHA-1': (_, parts) => signResponse(responseXml(parts), undefined, RSA_SHA1),
  'NameID altered after signing': xml => xml.replace('>s-ana<', '>s-evil<'),
  'address altered after signing': xml => xml.replace('ana@corp.test', EVIL),
  'comment put into NameID after signing': xml => xml.replace('>s-ana<', '>s-<!-- x -->ana<'),
  'comment signed into NameID': resigned(xml => xml.replace('>s-ana<', '>s-ana<!-- x -->.evil<')),
  'processing instruction in NameID': xml => xml.replace('>s-ana<', '>s-<?x y?>ana<'),
  'signature removed': wrapped(({ before, after }, bare) => before + bare + after),
  'digest emptied': xml => xml.replace(/<ds:DigestValue>[^<]*/, '<ds:DigestValue>'),
  'wrapping: forged assertion before the signed one': wrapped(p => p.before + evilOf(p) + p.assertion + p.after),
  'wrapping: forged assertion after the signed one': wrapped(p => p.before + p.assertion + evilOf(p) + p.after),
  'wrapping: signed assertion inside the forged one': wrapped(p => p.before + inside(evilOf(p), p.assertion) + p.after),
  'wrapping: signed assertion in the object of a moved signature': wrapped(
    (p, bare) => p.before + inside(evilOf(p), object(p.signature, bare)) + p.after,
  ),
  'wrapping: moved signature, forged assertion of the same ID': wrapped(
    (p, bare) => p.before + inside(evilOf(p, idOf(p)), object(p.signature, bare)) + p.after,
  ),
  'wrapping: signed assertion in an extension': wrapped(
    p => `${p.before}<samlp:Extensions>${p.assertion}</samlp:Extensions>${evilOf(p)}${p.after}`,
  ),
  'wrapping: signed response inside a forged response': wrapped(
    p => `${p.before}${evilOf(p)}<samlp:Extensions>${p.before}${p.assertion}${p.after}</samlp:Extensions>${p.after}`,
  ),
  'wrapping: forged assertion with another prefix': wrapped(
    p => p.before + evilOf(p).replaceAll('saml:', 'x:').replace('xmlns:saml', 'xmlns:x') + p.assertion + p.after,
  ),
  'signature of the assertion moved to the response': wrapped(
    (p, bare) => p.before.replace('</saml:Issuer>', `</saml:Issuer>${p.signature}`) + bare + p.after,
  ),
  'for another audience': said({ audience: 'http://localhost/services/auth/saml/999/metadata' }),
  'for another recipient': said({ recipient: 'https://elsewhere.test/acs' }),
  'of another issuer': said({ issuer: 'https://evil.test' }),
  expired: said({ endsIn: -600_000, age: 900_000 }),
  'issued too long ago': said({ age: 3_600_000 }),
  'not valid yet': said({ age: -900_000, endsIn: 1_800_000 }),
  'of a transient subject': said({ format: TRANSIENT }),
  'without a NameID': resigned(xml => xml.replace(/<saml:NameID.*?<\/saml:NameID>/, '')),
  'without an audience': resigned(xml => xml.replace(/<saml:AudienceRestriction>.*?<\/saml:AudienceRestriction>/, '')),
  'without conditions': resigned(xml => xml.replace(/<saml:Conditions.*?<\/saml:Conditions>/, '')),
  'without an end': resigned(xml => xml.replaceAll(/ NotOnOrAfter="[^"]*"/g, '')),
  'without a subject confirmation': resigned(xml =>
    xml.replace(/<saml:SubjectConfirmation .*?<\/saml:SubjectConfirmation>/, ''),
  ),
  'confirmed by a key and not by its bearer': resigned(xml => xml.replace('cm:bearer', 'cm:holder-of-key')),
  'answer to another request': said({ inResponseTo: '_another' }),
  'answer to no request': said({ inResponseTo: undefined }),
  'answer to no request in what is signed': resigned(xml =>
    xml.replace(/(<saml:SubjectConfirmationData[^>]*?) InResponseTo="[^"]*"/, '$1'),
  ),
  'with a document type': xml =>
    `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${xml.replace('>s-ana<', '>&x;<')}`,
  'with an entity bomb': xml =>
    `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa">${'bcdefgh'.replaceAll(/./g, (name: string) => `<!ENTITY ${name} "${`&${String.fromCodePoint(name.codePointAt(0)! - 1)};`.repeat(10)}">`)}]>${xml.replace('>s-ana<', '>&h;<')}`,
  'refused by the provider': xml =>
    xml
      .replace(/<saml:Assertion .*<\/saml:Assertion>/s, '')
      .replace('status:Success"/>', 'status:Responder"/><samlp:StatusMessage>Ana is on leave</samlp:StatusMessage>'),
  'cut off': xml => xml.slice(0, xml.length / 2),
  empty: () => '',
};
