/**
 * A host as people write it, as an origin: `api.example.org` and `api.example.org:8443` mean https; `http://…` must say
 * so. Undefined for what is none.
 */
export function originOf(entry: string): string | undefined {
  const text = entry.trim();
  if (text === '' || /[\s*@]/.test(text)) return undefined;
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return undefined;
  const url = new URL(address);
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '' ? url.origin : undefined;
}

/** The origin of an address of the web; undefined for one that does not begin with http:// or https://. */
export function originIn(address: string): string | undefined {
  const parsed = URL.canParse(address) ? new URL(address) : undefined;
  return parsed !== undefined && /^https?:$/.test(parsed.protocol) ? parsed.origin : undefined;
}
