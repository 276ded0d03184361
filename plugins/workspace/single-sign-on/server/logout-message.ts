import { inflateRawSync } from 'node:zlib';
import { XMLParser } from 'fast-xml-parser';
import { decodeResponse, demandPlain, demandStrong, samlFault } from './saml-text.ts';

/** Most characters of a message that comes compressed. */
const MOST = 256 * 1024;
const ALGORITHMS = /^http:\/\/www\.w3\.org\/2001\/04\/xmldsig-more#rsa-sha(?:256|384|512)$/;
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';

type Kind = 'SAMLRequest' | 'SAMLResponse';

/** A message of single logout as it came; nothing of it is checked. */
export interface LogoutMessage {
  readonly binding: 'redirect' | 'post';
  readonly kind: Kind;
  readonly encoded: string;
  readonly xml: string;
  readonly relayState: string;
  /** Parameters of a redirect, decoded, and what of its query is signed. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly query: string;
}

/**
 * Reads the query of a redirect. It must be signed, and have each parameter once.
 * @throws Fault SSO_FAILED (422)
 */
export function readRedirect(url: string): LogoutMessage {
  const pairs = url.slice(url.indexOf('?') + 1).split('&');
  const raw = new Map(pairs.map(each => [each.slice(0, each.indexOf('=')), each]));
  const kind: Kind = raw.has('SAMLResponse') ? 'SAMLResponse' : 'SAMLRequest';
  const names = [kind, ...(raw.has('RelayState') ? ['RelayState'] : []), 'SigAlg', 'Signature'];
  if (!raw.has(kind)) throw samlFault('It has neither SAMLRequest nor SAMLResponse.');
  if (!raw.has('Signature') || !raw.has('SigAlg')) throw samlFault('It is not signed.');
  // The library takes the first parameter that contains a name. Parts of names are contained by chance.
  const values = pairs.map(each => each.slice(each.indexOf('=') + 1));
  if (
    pairs.length !== names.length ||
    !names.every(each => raw.has(each)) ||
    values.some(each => /SAMLRequest|SAMLResponse|RelayState|SigAlg/.test(each))
  )
    throw samlFault('Its query has other parameters than a signed message.');
  const parameters = Object.fromEntries(new URLSearchParams(pairs.join('&')));
  if (!ALGORITHMS.test(parameters['SigAlg']!))
    throw samlFault('It is signed with another algorithm than RSA with SHA-256 or better.');
  const encoded = parameters[kind]!;
  let xml: string;
  try {
    xml = inflateRawSync(Buffer.from(encoded, 'base64'), { maxOutputLength: MOST }).toString('utf8');
  } catch {
    throw samlFault('It can not be decompressed.');
  }
  demandPlain(xml);
  const signed = names.filter(each => each !== 'Signature').map(each => raw.get(each)!);
  return {
    binding: 'redirect',
    kind,
    encoded,
    xml,
    relayState: parameters['RelayState'] ?? '',
    parameters,
    query: signed.join('&'),
  };
}

/** Reads the fields of a form. @throws Fault SSO_FAILED (422) */
export function readPost(body: string): LogoutMessage {
  const fields = new URLSearchParams(body);
  const kind: Kind = fields.has('SAMLResponse') ? 'SAMLResponse' : 'SAMLRequest';
  const encoded = fields.get(kind);
  if (encoded === null) throw samlFault('It has neither SAMLRequest nor SAMLResponse.');
  const xml = decodeResponse(encoded);
  demandStrong(xml);
  const relayState = fields.get('RelayState') ?? '';
  return { binding: 'post', kind, encoded, xml, relayState, parameters: {}, query: '' };
}

/** Facts of a message of single logout. */
export interface LogoutFacts {
  readonly id: string;
  /** Time from which the message is refused anyway. */
  readonly expires: Date;
  readonly nameId: string;
  readonly indexes: readonly string[];
  readonly inResponseTo: string | undefined;
  /** Undefined when the provider says that everything went well. */
  readonly failure: string | undefined;
}

export interface LogoutRules {
  readonly issuer: string;
  /** Address that the message must name. */
  readonly destination: string;
  readonly now: number;
  /** Accepted difference of clocks, and greatest age, in milliseconds. */
  readonly skew: number;
  readonly age: number;
}

type Element = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  isArray: name => name === 'SessionIndex',
});
const textOf = (value: unknown): string => {
  const text = typeof value === 'object' && value !== null ? (value as Element)['#text'] : value;
  return typeof text === 'string' ? text.trim() : '';
};
const optional = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * Reads a message whose signature was checked: its issuer, address and times must fit.
 * @throws Fault SSO_FAILED (422) that names the rule
 */
export function readLogout({ kind, xml }: LogoutMessage, rules: LogoutRules): LogoutFacts {
  const root = (parser.parse(xml) as Readonly<Record<string, Element | undefined>>)[
    kind === 'SAMLRequest' ? 'LogoutRequest' : 'LogoutResponse'
  ];
  if (root === undefined) throw samlFault('It is no message of single logout.');
  const id = textOf(root['@ID']);
  if (id === '') throw samlFault('It has no ID.');
  const issuer = textOf(root['Issuer']);
  if (issuer !== rules.issuer) throw samlFault(`It is issued by ${issuer || 'nobody'} and not by ${rules.issuer}.`);
  const destination = optional(root['@Destination']) ?? '(none)';
  if (destination !== rules.destination) throw samlFault(`It is for ${destination} and not for ${rules.destination}.`);
  const issued = Date.parse(textOf(root['@IssueInstant']));
  const ends = Math.min(issued + rules.age, Date.parse(optional(root['@NotOnOrAfter']) ?? '9999-12-31'));
  if (Number.isNaN(issued) || Number.isNaN(ends) || issued - rules.skew > rules.now || ends + rules.skew <= rules.now)
    throw samlFault('It has expired or is not valid yet. Compare the clocks of both servers.');
  const status = (root['Status'] as Element | undefined)?.['StatusCode'] as Element | undefined;
  const code = textOf(status?.['@Value']);
  return {
    id,
    expires: new Date(ends + rules.skew),
    nameId: textOf(root['NameID']),
    indexes: ((root['SessionIndex'] ?? []) as readonly unknown[]).map(textOf),
    inResponseTo: optional(root['@InResponseTo']),
    failure: kind === 'SAMLRequest' || code === SUCCESS ? undefined : code.slice(code.lastIndexOf(':') + 1),
  };
}
