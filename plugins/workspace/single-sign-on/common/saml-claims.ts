import type { Claims } from './claims.ts';
import { readClaims } from './claims.ts';

/** Names under which identity providers send what OpenID Connect calls by one name. */
const ATTRIBUTES = {
  email: [
    'email',
    'mail',
    'emailAddress',
    'urn:oid:0.9.2342.19200300.100.1.3',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  ],
  given_name: [
    'given_name',
    'givenName',
    'firstName',
    'urn:oid:2.5.4.42',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname',
  ],
  family_name: [
    'family_name',
    'sn',
    'surname',
    'lastName',
    'urn:oid:2.5.4.4',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname',
  ],
  name: ['name', 'displayName', 'cn', 'urn:oid:2.16.840.1.113730.3.1.241'],
} as const;

const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const TRANSIENT_FORMAT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

/** Subject and attributes of a verified assertion. */
export interface AssertedPerson {
  readonly issuer: string;
  readonly nameId: string;
  readonly nameIdFormat: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Returns true for a name that identifies the person during one session only. */
export const isTransient = ({ nameIdFormat }: AssertedPerson): boolean => nameIdFormat === TRANSIENT_FORMAT;

/**
 * Reads the claims of a verified assertion. The subject is its NameID; the e-mail address comes from an attribute, else
 * from a NameID whose format is an e-mail address.
 * @param groupsAttribute name of the attribute that lists groups
 */
export function readSamlClaims(person: AssertedPerson, groupsAttribute: string): Claims {
  const { attributes } = person;
  const raw: Record<string, unknown> = { iss: person.issuer, sub: person.nameId };
  for (const [claim, names] of Object.entries(ATTRIBUTES)) {
    const name = names.find(each => Object.hasOwn(attributes, each));
    if (name !== undefined) raw[claim] = Array.isArray(attributes[name]) ? attributes[name][0] : attributes[name];
  }
  if (raw['email'] === undefined && person.nameIdFormat === EMAIL_FORMAT) raw['email'] = person.nameId;
  if (Object.hasOwn(attributes, groupsAttribute)) raw['loupe:groups'] = attributes[groupsAttribute];
  return readClaims(raw, 'loupe:groups');
}
