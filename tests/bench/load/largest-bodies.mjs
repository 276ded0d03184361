/** Bodies above this many bytes are measured. */
const LARGE = 1024 * 1024;
/** Most values of a body, and the longest text in it. */
const MOST_VALUES = 1_900_000;
const MOST_TEXT = 15 * 1024 * 1024;
const MEMBERS = 10_000;
const DEPTH = 8;

/**
 * Bodies as large as the calls of the server permit, by what its description says of them: for each field a long list
 * of wrong entries, one of entries that fit, a long text, or many members. `ids` are values of fields in paths.
 */
export async function largestBodies(server, ids, scale) {
  const { text } = await server.send('GET', '/openapi.json', { as: 'browser' });
  const bodies = [];
  for (const [path, methods] of Object.entries(JSON.parse(text).paths))
    for (const [method, operation] of Object.entries(methods)) {
      const schema = operation.requestBody?.content['application/json']?.schema;
      const limit = operation['x-body-limit'] * scale;
      if (schema === undefined || !(operation['x-body-limit'] > LARGE)) continue;
      const address = `${path.replace(/\{(\w+)\}/g, (_, name) => String(ids[name] ?? 1))}?team_id=${server.teamId}`;
      for (const [field, bytes] of fieldsOf(schema, schema.$defs ?? {}, limit))
        bodies.push({
          name: `${operation.operationId} ${field}`,
          method: method.toUpperCase(),
          path: address,
          bytes,
          signedIn: true,
        });
    }
  return bodies;
}

/** The large bodies of a schema, each with the field that makes it large. */
function* fieldsOf(schema, defs, limit) {
  const shape = resolved(schema, defs);
  if (shape.type === 'array') {
    for (const [kind, text] of large(shape, defs, limit)) yield [kind, Buffer.from(text)];
    return;
  }
  const properties = Object.entries(shape.properties ?? {});
  const sample = Object.fromEntries(
    properties.filter(([name]) => shape.required?.includes(name)).map(([name, each]) => [name, sampleOf(each, defs)]),
  );
  for (const [name, each] of properties) {
    const { [name]: _, ...others } = sample;
    const start = JSON.stringify(others).slice(0, -1);
    const before = `${start}${start === '{' ? '' : ','}${JSON.stringify(name)}:`;
    for (const [kind, text] of large(each, defs, limit - before.length - 1))
      yield [`${name}, ${kind}`, Buffer.from(`${before}${text}}`)];
  }
}

function* large(schema, defs, limit) {
  const shape = resolved(schema, defs);
  if (shape.type === 'array') {
    const entry = JSON.stringify(sampleOf(shape.items ?? {}, defs));
    yield ['wrong entries', listOf('{}', Math.min(MOST_VALUES, shape.maxItems ?? Infinity), limit)];
    yield [
      'entries that fit',
      listOf(entry, Math.min(MOST_VALUES / valuesOf(entry), shape.maxItems ?? Infinity), limit),
    ];
  } else if (shape.type === 'string') {
    const length = Math.floor(Math.min(limit, MOST_TEXT) / 2) - 2;
    if (length > LARGE / 4) yield ['a long text', `"${'\\n'.repeat(length)}"`];
  } else if (shape.type === undefined || shape.type === 'object') {
    yield ['many members', `{${Array.from({ length: MEMBERS }, (_, at) => `"k${at}":1`).join(',')}}`];
    if (shape.type === undefined) yield ['many entries', listOf('{"a":[1,2]}', MOST_VALUES / 4, limit)];
  }
}

const valuesOf = text => text.split(/[,[{]/).length;

const listOf = (entry, most, limit) => {
  const count = Math.max(1, Math.floor(Math.min(most, (limit - 2) / (entry.length + 1))));
  return `[${`${entry},`.repeat(count).slice(0, -1)}]`;
};

function resolved(schema, defs) {
  const { $ref } = schema;
  if ($ref !== undefined) return resolved(defs[$ref.split('/').at(-1)] ?? {}, defs);
  const one = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map(each => resolved(each, defs));
  return one.length === 0
    ? schema
    : (one.find(each => each.type === 'array') ?? one.find(each => each.type === 'object') ?? one[0]);
}

/** A value that a schema accepts, as far as its types say so. */
function sampleOf(schema, defs, depth = 0) {
  const shape = resolved(schema, defs);
  if (shape.const !== undefined) return shape.const;
  if (shape.enum !== undefined) return shape.enum[0];
  switch (shape.type) {
    case 'integer':
    case 'number':
      return Math.max(1, shape.minimum ?? 1);
    case 'boolean':
      return true;
    case 'array':
      return Array.from({ length: shape.minItems ?? 0 }, () => sampleOf(shape.items ?? {}, defs, depth + 1));
    case 'object':
      return depth > DEPTH
        ? {}
        : Object.fromEntries(
            Object.entries(shape.properties ?? {})
              .filter(([name]) => shape.required?.includes(name))
              .map(([name, each]) => [name, sampleOf(each, defs, depth + 1)]),
          );
    case 'string':
      return shape.format === 'uuid'
        ? '00000000-0000-4000-8000-000000000000'
        : 'x'.repeat(Math.max(1, shape.minLength ?? 1));
    default:
      return {};
  }
}
