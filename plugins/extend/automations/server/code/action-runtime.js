// Runs inside the sandbox before the code of an action: gives the handler its services and records the changes that it asks for.
(() => {
  const { parse, stringify } = JSON;
  const { callHost, console } = globalThis;
  delete globalThis.callHost;
  const response = ({ status, headers, body }) => ({
    status,
    ok: status >= 200 && status < 300,
    headers: { get: name => headers[String(name).toLowerCase()] ?? null },
    text: async () => body,
    json: async () => parse(body),
  });
  globalThis.runGuest = async json => {
    const { event, context, secrets } = parse(json);
    const writes = [];
    const write = (type, settings) => void writes.push({ type, settings });
    const services = {
      log: { info: console.info, warn: console.warn, error: console.error },
      secrets: { get: name => (Object.hasOwn(secrets, name) ? secrets[name] : undefined) },
      fetch: async (url, options = {}) =>
        response(
          await callHost('fetch', {
            url: String(url),
            method: String(options.method ?? 'GET').toUpperCase(),
            headers: options.headers ?? {},
            body: options.body,
          }),
        ),
      items: {
        get: id => callHost('item', { item_id: id }),
        list: request => callHost('items', request),
        query: request => callHost('query', request),
      },
      annotations: { get: id => callHost('annotation', { item_id: id }) },
      item: {
        setStatus: status => write('set_status', { status }),
        setPriority: priority => write('set_priority', priority === null ? {} : { priority }),
        setApproval: approval => write('set_approval', { approval }),
        setPinned: pinned => write('pin', { pinned: pinned ? 'yes' : 'no' }),
        assign: email => write('assign', { email }),
        unassign: email => write('unassign', email === undefined ? {} : { email }),
        setCategories: (names, mode) =>
          write('set_category', { categories: [...names].join('\n'), ...(mode === undefined ? {} : { mode }) }),
        setField: (field, value) => write('set_field', { field, value: value === null ? '' : String(value) }),
        comment: text => write('comment', { text: String(text) }),
        move: folder => write('move', { folder }),
        addToSubset: subset => write('add_to_subset', { subset }),
        removeFromSubset: subset => write('remove_from_subset', { subset }),
        saveAnnotations: (document, revision) =>
          write('annotate', { document: stringify(document), ...(revision === undefined ? {} : { revision }) }),
      },
    };
    const handler = globalThis.loupeAction?.default;
    if (typeof handler !== 'function') throw new Error('Export the handler: export default handler');
    const value = await handler(event, context, services);
    return stringify({ value: value ?? null, writes });
  };
})();
