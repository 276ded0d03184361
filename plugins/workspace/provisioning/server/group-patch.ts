import { parse } from 'scim2-parse-filter';
import type { GroupChange } from './directory-groups.ts';
import { readGroup, readMembers } from './read-resource.ts';
import { scimFault } from './scim-faults.ts';

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the id in `members[value eq "…"]`. */
function memberIn(path: string): string {
  try {
    const filter = parse(path);
    if (filter.op === '[]' && filter.valFilter.op === 'eq' && typeof filter.valFilter.compValue === 'string')
      return filter.valFilter.compValue;
  } catch {
    // Answered below.
  }
  throw scimFault(400, `The path ${path} can't be read. Use members[value eq "id"].`, 'invalidPath');
}

/** Returns the operations of a PATCH body. @throws Fault SCIM (400) */
export function patchOperations(
  body: Json,
): readonly { readonly op: string; readonly path?: string; readonly value: unknown }[] {
  const found = body['Operations'] ?? body['operations'];
  if (!Array.isArray(found) || found.length === 0)
    throw scimFault(400, 'Operations must be a list of at least one operation.', 'invalidValue');
  return (found as readonly unknown[]).map(each => {
    const { op, path, value } = isObject(each) ? each : {};
    const name = typeof op === 'string' ? op.toLowerCase() : '';
    if (!['add', 'remove', 'replace'].includes(name))
      throw scimFault(400, 'op must be add, remove or replace.', 'invalidValue');
    if (path !== undefined && typeof path !== 'string') throw scimFault(400, 'path must be text.', 'invalidPath');
    return { op: name, ...(path === undefined || path === '' ? {} : { path }), value };
  });
}

/**
 * Reads the PATCH of a group. Members are added and removed by themselves, so that a large group need not be read.
 * @throws Fault SCIM (400)
 */
export function readGroupPatch(body: Json): GroupChange {
  let name: string | undefined;
  let externalId: string | undefined;
  let members: readonly string[] | undefined;
  const added = new Set<string>();
  const removed = new Set<string>();
  const add = (ids: readonly string[]): void => {
    for (const id of ids) {
      added.add(id);
      removed.delete(id);
    }
  };
  const remove = (ids: readonly string[]): void => {
    for (const id of ids) {
      removed.add(id);
      added.delete(id);
    }
  };
  for (const { op, path, value } of patchOperations(body)) {
    const target = path?.toLowerCase();
    if (target?.startsWith('members[') === true) {
      if (op !== 'remove') throw scimFault(400, `Only remove goes with the path ${path}.`, 'invalidPath');
      remove([memberIn(path!)]);
    } else if (target === 'members') {
      if (op === 'add') add(readMembers(value));
      else if (op === 'remove' && value !== undefined) remove(readMembers(value));
      else {
        members = op === 'remove' ? [] : readMembers(value);
        added.clear();
        removed.clear();
      }
    } else if (target === 'displayname' && op !== 'remove') name = readGroup({ displayName: value }).name;
    else if (target === 'externalid') externalId = typeof value === 'string' ? value : undefined;
    else if (target === undefined && isObject(value)) {
      const { displayName, externalId: external, members: listed } = value;
      if (displayName !== undefined) name = readGroup({ displayName }).name;
      if (typeof external === 'string') externalId = external;
      if (listed !== undefined && op === 'add') add(readMembers(listed));
      else if (listed !== undefined) members = readMembers(listed);
    } else throw scimFault(400, `The path ${path ?? ''} of a group can't be changed.`, 'invalidPath');
  }
  return { name, externalId, members, added: [...added], removed: [...removed] };
}
