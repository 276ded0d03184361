import { email as emailForm } from '#core/auth/common/index.ts';
import { scimFault } from './scim-faults.ts';

/** A person as a directory describes them. */
export interface GivenUser {
  readonly userName: string;
  /** In lower case. */
  readonly email: string;
  readonly externalId: string | undefined;
  readonly active: boolean;
  readonly givenName: string;
  readonly familyName: string;
  readonly displayName: string | undefined;
  readonly title: string | undefined;
}

/** A group as a directory describes it; `members` is undefined where it leaves them out. */
export interface GivenGroup {
  readonly name: string;
  readonly externalId: string | undefined;
  readonly members: readonly string[] | undefined;
}

type Json = Readonly<Record<string, unknown>>;

const LONGEST = 200;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Attribute names of SCIM are case-insensitive. */
const fieldOf = (object: Json, name: string): unknown =>
  object[name] ?? Object.entries(object).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

function textOf(object: Json, name: string): string | undefined {
  const value = fieldOf(object, name);
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw scimFault(400, `${name} must be text.`, 'invalidValue');
  if (value.length > LONGEST) throw scimFault(400, `${name} is longer than ${LONGEST} characters.`, 'invalidValue');
  return value.trim();
}

/** Reads a boolean; Entra ID sends it as text. */
export function readBoolean(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (text === 'true' || text === 'false') return text === 'true';
  throw scimFault(400, `${name} must be true or false.`, 'invalidValue');
}

function emailsOf(resource: Json): readonly string[] {
  const all = fieldOf(resource, 'emails');
  if (all === undefined || all === null) return [];
  const list = (Array.isArray(all) ? (all as readonly unknown[]) : [all]).filter(isObject);
  const primary = list.filter(each => fieldOf(each, 'primary') === true);
  return [...primary, ...list].flatMap(each => {
    const value = fieldOf(each, 'value');
    return typeof value === 'string' ? [value] : [];
  });
}

/**
 * Reads a SCIM user. The e-mail is the primary one, else the user name.
 * @throws Fault SCIM (400) that names the attribute
 */
export function readUser(resource: Json): GivenUser {
  const userName = textOf(resource, 'userName');
  if (userName === undefined) throw scimFault(400, 'userName is missing.', 'invalidValue');
  const found = [...emailsOf(resource), userName].map(each => emailForm.safeParse(each)).find(each => each.success);
  if (found?.data === undefined)
    throw scimFault(400, 'emails holds no e-mail address, and userName is none.', 'invalidValue');
  const named = fieldOf(resource, 'name');
  const name = isObject(named) ? named : {};
  const active = fieldOf(resource, 'active');
  const displayName = textOf(resource, 'displayName');
  const [first = '', ...rest] = (textOf(name, 'formatted') ?? displayName ?? '').split(/\s+/);
  return {
    userName,
    email: found.data,
    externalId: textOf(resource, 'externalId'),
    active: active === undefined || active === null ? true : readBoolean(active, 'active'),
    givenName: (textOf(name, 'givenName') ?? first).slice(0, 100),
    familyName: (textOf(name, 'familyName') ?? rest.join(' ')).slice(0, 100),
    displayName,
    title: textOf(resource, 'title'),
  };
}

/** Reads the ids in a list of members. @throws Fault SCIM (400) */
export function readMembers(value: unknown): readonly string[] {
  if (value === null || value === undefined) return [];
  const list = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  return list.map(each => {
    const id = isObject(each) ? fieldOf(each, 'value') : each;
    if (typeof id !== 'string') throw scimFault(400, 'members must name people by their id in value.', 'invalidValue');
    return id;
  });
}

/** Reads a SCIM group. @throws Fault SCIM (400) that names the attribute */
export function readGroup(resource: Json): GivenGroup {
  const name = textOf(resource, 'displayName');
  if (name === undefined) throw scimFault(400, 'displayName is missing.', 'invalidValue');
  const members = fieldOf(resource, 'members');
  return {
    name,
    externalId: textOf(resource, 'externalId'),
    members: members === undefined ? undefined : readMembers(members),
  };
}
