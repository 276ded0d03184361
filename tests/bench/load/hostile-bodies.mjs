const MEBIBYTE = 1024 * 1024;

/** Text of about so many bytes: `piece` again and again between a start and an end. */
const filled = (bytes, piece, start = '', end = '') =>
  Buffer.from(start + piece.repeat(Math.max(1, Math.floor(bytes / piece.length))) + end);

const keys = count => Buffer.from(`{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',')}}`);

/**
 * Bodies that are made to keep a parser, a check or the memory busy; from strangers and from who may store annotations.
 * `scale` makes the large ones smaller.
 */
export function hostileBodies(projectId, itemId, scale) {
  const size = megabytes => Math.round(megabytes * scale * MEBIBYTE);
  const signIn = { method: 'POST', path: '/services/auth/sign-in', signedIn: false };
  const ticket = { method: 'PUT', path: '/annotation-files/unknown', signedIn: false };
  const save = { method: 'PUT', path: `/api/v1/project/${projectId}/item/${itemId}/annotation`, signedIn: true };
  const change = { method: 'POST', path: `/api/v1/project/${projectId}/items/change`, signedIn: true };
  const saved = (data, end = '') => [`{"op":"00000000-0000-4000-8000-000000000000","base":0,"data":${data}`, `${end}}`];
  return [
    { ...signIn, name: 'stranger: nested lists', bytes: filled(size(10), '[') },
    { ...signIn, name: 'stranger: many objects', bytes: filled(size(10), '{},', '[', '{}]') },
    { ...signIn, name: 'stranger: unknown keys', bytes: keys(1_000) },
    { ...ticket, name: 'stranger: ticket that is none', bytes: filled(size(16), '[') },
    { ...save, name: 'owner: nested lists', bytes: filled(size(60), '[', saved('[')[0]) },
    { ...save, name: 'owner: a million objects', bytes: filled(size(2.8), '{},', saved('[')[0], '{}]}') },
    { ...save, name: 'owner: too many objects', bytes: filled(size(100), '{},', saved('[')[0], '{}]}') },
    {
      ...save,
      name: 'owner: a document of many areas',
      bytes: filled(
        size(8),
        '{"type":"bbox","points":{"x1":1,"y1":1,"x2":2,"y2":2}},',
        saved('{"metadata":{"name":"a.jpg"},"instances":[')[0],
        '{"type":"bbox","points":{"x1":1,"y1":1,"x2":2,"y2":2}}]}}',
      ),
    },
    { ...save, name: 'owner: a text as long as it may be', bytes: filled(size(31), '\\n', saved('"')[0], '"}') },
    { ...save, name: 'owner: one long text', bytes: filled(size(100), 'x', saved('"')[0], '"}') },
    { ...save, name: 'owner: one text of escapes', bytes: filled(size(60), '\\n', saved('"')[0], '"}') },
    { ...change, name: 'owner: unknown keys', bytes: keys(Math.round(100_000 * scale)) },
    {
      ...change,
      name: 'owner: a list of the wrong values',
      bytes: filled(size(1.9), '{},', '{"kind":"delete","value":null,"ids":[', '{}]}'),
    },
  ];
}
