import { createSign, generateKeyPairSync } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { SamlLib, Utility } from 'samlify';
import { SAML_CERTIFICATE, SAML_KEY } from './saml-keys.ts';
import { PERSISTENT } from './saml-provider.ts';

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const RSA_SHA1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';

/** Parts of a message of single logout; absent parts are as they should be. */
export interface LogoutParts {
  readonly kind?: 'LogoutRequest' | 'LogoutResponse';
  readonly issuer: string;
  readonly destination: string;
  readonly nameId?: string;
  readonly index?: string | undefined;
  readonly inResponseTo?: string;
  readonly status?: string;
  /** Milliseconds since it was issued, and from now until it ends. */
  readonly age?: number;
  readonly endsIn?: number;
  readonly id?: string;
}

const stamp = (from: number): string => new Date(Date.now() + from).toISOString();
let counter = 0;

/** Returns a message without a signature. */
export function logoutXml(parts: LogoutParts): string {
  const { kind = 'LogoutRequest', issuer, destination, nameId = 's-ana', index, age = 0, endsIn = 300_000 } = parts;
  const id = parts.id ?? `_l${(counter += 1)}${process.pid}`;
  const answers = parts.inResponseTo === undefined ? '' : ` InResponseTo="${parts.inResponseTo}"`;
  const content =
    kind === 'LogoutRequest'
      ? `<saml:NameID Format="${PERSISTENT}">${nameId}</saml:NameID>${index === undefined ? '' : `<samlp:SessionIndex>${index}</samlp:SessionIndex>`}`
      : `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${parts.status ?? 'Success'}"/></samlp:Status>`;
  const ends = kind === 'LogoutRequest' ? ` NotOnOrAfter="${stamp(endsIn)}"` : '';
  return `<samlp:${kind} xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${stamp(-age)}" Destination="${destination}"${ends}${answers}><saml:Issuer>${issuer}</saml:Issuer>${content}</samlp:${kind}>`;
}

/** A key that no provider has. */
const otherKey = (): string =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  }).privateKey;

/** Returns the query of a redirect that is signed with the key of the provider unless another is given. */
export function redirectQuery(xml: string, relayState?: string, key = SAML_KEY, algorithm = RSA_SHA256): string {
  const name = xml.includes('<samlp:LogoutResponse') ? 'SAMLResponse' : 'SAMLRequest';
  const fields = [
    `${name}=${encodeURIComponent(deflateRawSync(xml).toString('base64'))}`,
    ...(relayState === undefined ? [] : [`RelayState=${encodeURIComponent(relayState)}`]),
    `SigAlg=${encodeURIComponent(algorithm)}`,
  ].join('&');
  const signature = createSign(algorithm === RSA_SHA1 ? 'sha1' : 'sha256')
    .update(fields)
    .sign(key, 'base64');
  return `${fields}&Signature=${encodeURIComponent(signature)}`;
}

/** Returns the fields of a form whose message is signed with the key of the provider unless another is given. */
export function postFields(xml: string, relayState?: string, privateKey = SAML_KEY): URLSearchParams {
  const kind = xml.includes('<samlp:LogoutResponse') ? 'LogoutResponse' : 'LogoutRequest';
  const root = `/*[local-name(.)='${kind}']`;
  const signed = SamlLib.constructSAMLSignature({
    rawSamlMessage: xml,
    referenceTagXPath: root,
    privateKey,
    signatureAlgorithm: RSA_SHA256,
    signingCert: Utility.normalizeCerString(SAML_CERTIFICATE),
    isBase64Output: false,
    signatureConfig: { prefix: 'ds', location: { reference: `${root}/*[local-name(.)='Issuer']`, action: 'after' } },
  });
  return formOf(signed, relayState);
}

const formOf = (xml: string, relayState?: string): URLSearchParams =>
  new URLSearchParams({
    [xml.includes('LogoutResponse') ? 'SAMLResponse' : 'SAMLRequest']: Buffer.from(xml).toString('base64'),
    ...(relayState === undefined ? {} : { RelayState: relayState }),
  });
const decoded = (fields: URLSearchParams): string => Buffer.from(fields.get('SAMLRequest')!, 'base64').toString();

type Forge = (parts: LogoutParts) => string | URLSearchParams;

/** Requests for logout that must end no session, by what is wrong with them: queries of redirects, and forms. */
export const FORGED_LOGOUTS: Readonly<Record<string, Forge>> = {
  'redirected without a signature': parts => redirectQuery(logoutXml(parts)).replace(/&SigAlg=.*/, ''),
  'redirected with a signature but no algorithm': parts => redirectQuery(logoutXml(parts)).replace(/&SigAlg=[^&]*/, ''),
  'redirected and signed with another key': parts => redirectQuery(logoutXml(parts), undefined, otherKey()),
  'redirected and signed with SHA-1': parts => redirectQuery(logoutXml(parts), undefined, SAML_KEY, RSA_SHA1),
  'redirected with the signature of another one': parts =>
    redirectQuery(logoutXml(parts)).replace(/Signature=.*/, /Signature=.*/.exec(redirectQuery(logoutXml(parts)))![0]),
  'redirected with a state that is not signed': parts => `${redirectQuery(logoutXml(parts))}&RelayState=x`,
  'redirected with a second request before the signed one': parts => {
    const forged = encodeURIComponent(deflateRawSync(logoutXml(parts)).toString('base64'));
    return `SAMLRequest=${forged}&${redirectQuery(logoutXml({ ...parts, nameId: 's-nobody' }))}`;
  },
  'redirected with a parameter that only looks like the signed one': parts => {
    const forged = encodeURIComponent(deflateRawSync(logoutXml(parts)).toString('base64'));
    return `x${redirectQuery(logoutXml({ ...parts, nameId: 's-nobody' }))}&SAMLRequest=${forged}`;
  },
  'redirected with a document type': parts => redirectQuery(`<!DOCTYPE r>${logoutXml(parts)}`),
  'redirected and larger than any real one': parts =>
    redirectQuery(logoutXml({ ...parts, id: `_${'a'.repeat(400_000)}` })),
  'redirected and not compressed': parts =>
    redirectQuery(logoutXml(parts)).replace(
      /SAMLRequest=[^&]*/,
      `SAMLRequest=${Buffer.from(logoutXml(parts)).toString('base64url')}`,
    ),
  'posted without a signature': parts => formOf(logoutXml(parts)),
  'posted and signed with another key': parts => postFields(logoutXml(parts), undefined, otherKey()),
  'posted with a NameID altered after signing': parts =>
    formOf(decoded(postFields(logoutXml({ ...parts, nameId: 's-nobody' }))).replace('s-nobody', 's-ana')),
  'posted with the signed request inside a forged one': parts => {
    const signed = decoded(postFields(logoutXml({ ...parts, nameId: 's-nobody' })));
    return formOf(
      logoutXml(parts).replace('</saml:Issuer>', `</saml:Issuer><samlp:Extensions>${signed}</samlp:Extensions>`),
    );
  },
  'posted with a comment in the NameID': parts =>
    formOf(decoded(postFields(logoutXml(parts))).replace('>s-ana<', '>s-<!-- x -->ana<')),
  'of another issuer': parts => redirectQuery(logoutXml({ ...parts, issuer: 'https://evil.test' })),
  'posted and of another issuer': parts => postFields(logoutXml({ ...parts, issuer: 'https://evil.test' })),
  'for another address': parts => redirectQuery(logoutXml({ ...parts, destination: 'https://elsewhere.test/slo' })),
  'without an address': parts => redirectQuery(logoutXml(parts).replace(/ Destination="[^"]*"/, '')),
  expired: parts => redirectQuery(logoutXml({ ...parts, age: 400_000, endsIn: -200_000 })),
  'posted and expired': parts => postFields(logoutXml({ ...parts, age: 400_000, endsIn: -200_000 })),
  'issued too long ago': parts => redirectQuery(logoutXml({ ...parts, age: 3_600_000, endsIn: 3_600_000 })),
  'of tomorrow': parts => redirectQuery(logoutXml({ ...parts, age: -86_400_000, endsIn: 90_000_000 })),
  'without an ID': parts => redirectQuery(logoutXml(parts).replace(/ ID="[^"]*"/, '')),
  'no request': parts => redirectQuery(logoutXml(parts).replaceAll('LogoutRequest', 'AuthnRequest')),
  empty: () => new URLSearchParams(),
};
