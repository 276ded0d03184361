import { isFault } from '#core/base/common/index.ts';
import type { BulkResponse, BulkResult } from '../common/scim-bulk-shapes.ts';
import { BULK_OPERATIONS, BULK_RESPONSE } from '../common/scim-bulk-shapes.ts';
import type { ScimGroup, ScimUser } from '../common/scim-shapes.ts';
import { asScim, scimFault } from './scim-faults.ts';
import type { ScimPlace, ScimWrites } from './scim-writes.ts';

type Json = Readonly<Record<string, unknown>>;

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly bulkId: string | undefined;
  readonly data: Json;
}

const REFERENCE = /^bulkId:(.+)$/;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readOperation(value: unknown, place: number): Operation {
  const { method, path, bulkId, data } = isObject(value) ? value : {};
  const refuse = (reason: string): never => {
    throw scimFault(400, `Operations[${place}] ${reason}`, 'invalidValue');
  };
  if (typeof method !== 'string' || typeof path !== 'string') return refuse('needs method and path as text.');
  if (bulkId !== undefined && typeof bulkId !== 'string') return refuse('has a bulkId that is no text.');
  if (method.toUpperCase() === 'POST' && (bulkId === undefined || bulkId === ''))
    return refuse('is a POST without a bulkId.');
  return { method: method.toUpperCase(), path, bulkId, data: isObject(data) ? data : {} };
}

/** Reads a request in bulk. @throws Fault SCIM: 400 that names the operation, 413 for too many */
function readBulk(body: Json): { readonly operations: readonly Operation[]; readonly mostErrors: number } {
  const { Operations: listed, failOnErrors } = body;
  if (!Array.isArray(listed) || listed.length === 0)
    throw scimFault(400, 'Operations must be a list of at least one operation.', 'invalidValue');
  if (listed.length > BULK_OPERATIONS)
    throw scimFault(413, `Send at most ${BULK_OPERATIONS} operations in one request (maxOperations).`);
  if (failOnErrors !== undefined && !(Number.isInteger(failOnErrors) && (failOnErrors as number) > 0))
    throw scimFault(400, 'failOnErrors must be a whole number of at least 1.', 'invalidValue');
  const operations = (listed as readonly unknown[]).map(readOperation);
  const ids = operations.flatMap(each => each.bulkId ?? []);
  const twice = ids.find((each, place) => ids.indexOf(each) !== place);
  if (twice !== undefined) throw scimFault(400, `Several operations have the bulkId ${twice}.`, 'invalidValue');
  return { operations, mostErrors: (failOnErrors as number | undefined) ?? Infinity };
}

/** Returns the bulkIds to which a path or data refer. */
function referencesIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return REFERENCE.exec(value)?.slice(1) ?? [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(referencesIn);
}

/** Puts the ids of resources in the place of bulkIds. */
function resolved(value: unknown, ids: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') {
    const name = REFERENCE.exec(value)?.[1];
    return name === undefined ? value : (ids.get(name) ?? value);
  }
  if (Array.isArray(value)) return value.map(each => resolved(each, ids));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolved(each, ids)]));
}

const segmentsOf = ({ path }: Operation): readonly string[] => path.split('/').filter(each => each !== '');
const neededBy = (operation: Operation): readonly string[] => referencesIn([segmentsOf(operation), operation.data]);

/**
 * Runs the operations of a request in bulk (RFC 7644, section 3.7), each like a call of its own: with its own
 * transaction and audit entry. One that names the `bulkId` of another waits for it. With `failOnErrors` the request ends
 * after so many failures; what was done stays. @throws Fault SCIM (400, 413) for a request that can't be read
 */
export async function runBulk(writes: ScimWrites, place: ScimPlace, body: Json): Promise<BulkResponse> {
  const { operations, mostErrors } = readBulk(body);
  const ids = new Map<string, string>();
  const results = new Map<Operation, BulkResult>();
  const waiting = new Set(operations);
  let errors = 0;
  while (waiting.size > 0 && errors < mostErrors) {
    const unmade = new Set([...waiting].flatMap(each => each.bulkId ?? []));
    const next = [...waiting].find(each => !neededBy(each).some(id => unmade.has(id) && id !== each.bulkId));
    // Operations that wait for each other: none can begin.
    const operation = next ?? [...waiting][0]!;
    waiting.delete(operation);
    const result = await runOne(writes, place, operation, ids, next === undefined);
    if (Number(result.status) >= 400) errors += 1;
    results.set(operation, result);
  }
  return { schemas: [BULK_RESPONSE], Operations: operations.flatMap(each => results.get(each) ?? []) };
}

async function runOne(
  writes: ScimWrites,
  place: ScimPlace,
  operation: Operation,
  ids: Map<string, string>,
  isCircular: boolean,
): Promise<BulkResult> {
  const { method, bulkId } = operation;
  const named = { method, ...(bulkId === undefined ? {} : { bulkId }) };
  try {
    const missing = neededBy(operation).find(each => !ids.has(each));
    if (missing !== undefined)
      throw scimFault(
        409,
        isCircular
          ? `It waits for the operation ${missing}, which waits for it.`
          : `There is no resource with the bulkId ${missing}: the operation failed or is not in the request.`,
      );
    const [kind = '', id] = segmentsOf(operation).map(each => String(resolved(each, ids)));
    const data = resolved(operation.data, ids) as Json;
    const made = await asScim(() => write(writes, place, { method, kind, id, data }));
    if (bulkId !== undefined && made !== undefined) ids.set(bulkId, made.id);
    const location = made?.meta.location ?? place.views.location(kind, id!);
    return { ...named, location, status: method === 'POST' ? '201' : method === 'DELETE' ? '204' : '200' };
  } catch (error) {
    if (!isFault(error) || error.shape === undefined)
      place.context.log.error({ err: error }, 'an operation in bulk failed');
    const fault =
      isFault(error) && error.shape !== undefined ? error : scimFault(500, 'The operation failed. Try it again.');
    return { ...named, status: String(fault.status), response: { ...fault.shape } };
  }
}

async function write(
  writes: ScimWrites,
  place: ScimPlace,
  {
    method,
    kind,
    id,
    data,
  }: { readonly method: string; readonly kind: string; readonly id: string | undefined; readonly data: Json },
): Promise<ScimUser | ScimGroup | undefined> {
  const isUser = kind === 'Users';
  if (!isUser && kind !== 'Groups') throw scimFault(404, 'The path must begin with /Users or /Groups.');
  if (id === undefined) {
    if (method !== 'POST') throw scimFault(405, `${method} needs the id of a resource in the path.`);
    return isUser ? writes.createUser(place, data) : writes.createGroup(place, data);
  }
  switch (method) {
    case 'PUT':
      return isUser ? writes.replaceUser(place, id, data) : writes.replaceGroup(place, id, data);
    case 'PATCH':
      return isUser ? writes.patchUser(place, id, data) : writes.patchGroup(place, id, data);
    case 'DELETE':
      await (isUser ? writes.deleteUser(place, id) : writes.deleteGroup(place, id));
      return undefined;
    default:
      throw scimFault(405, 'The method must be POST, PUT, PATCH or DELETE.');
  }
}
