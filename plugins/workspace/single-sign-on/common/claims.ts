/** Claims of an identity provider about a person. */
export interface Claims {
  readonly issuer: string;
  /** Names the person at the issuer, for good. */
  readonly subject: string;
  /** In lower case; undefined when the provider does not say it. */
  readonly email: string | undefined;
  /** False when the provider says that the address is not proven. */
  readonly emailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  /** Undefined when the provider says nothing of groups. */
  readonly groups: readonly string[] | undefined;
}

const NAME_LENGTH = 100;
const MOST_GROUPS = 1_000;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** Returns the groups in a claim: a list of texts, or one text. Undefined without the claim. */
function groupsIn(value: unknown): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  const all = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  return all.flatMap(each => text(each) ?? []).slice(0, MOST_GROUPS);
}

/**
 * Reads the claims of OpenID Connect. Names come from `given_name` and `family_name`, else from the first and the other
 * words of `name`.
 * @param groupsClaim name of the claim that lists groups
 */
export function readClaims(raw: Readonly<Record<string, unknown>>, groupsClaim: string): Claims {
  const [first = '', ...rest] = (text(raw['name']) ?? '').split(/\s+/);
  return {
    issuer: text(raw['iss']) ?? '',
    subject: text(raw['sub']) ?? '',
    email: text(raw['email'])?.toLowerCase(),
    emailVerified: raw['email_verified'] !== false && raw['email_verified'] !== 'false',
    firstName: (text(raw['given_name']) ?? first).slice(0, NAME_LENGTH),
    lastName: (text(raw['family_name']) ?? rest.join(' ')).slice(0, NAME_LENGTH),
    groups: groupsIn(raw[groupsClaim]),
  };
}
