/** Elements that run, load, lead elsewhere or speak to the page around them. */
const removed =
  'script, link, base, meta, iframe, frame, frameset, object, embed, applet, portal, template, audio, video, source, track, input[type="image"]';

/** Attributes that hold addresses. */
const addresses = new Set([
  'src',
  'srcset',
  'imagesrcset',
  'href',
  'xlink:href',
  'action',
  'formaction',
  'poster',
  'background',
  'ping',
  'data',
  'cite',
  'longdesc',
  'manifest',
  'archive',
  'codebase',
  'classid',
  'profile',
  'usemap',
  'dynsrc',
  'lowsrc',
  'to',
  'from',
  'values',
  'srcdoc',
  'target',
  'autofocus',
  'nonce',
]);

/** Policy of the page, should all of the below fail: show its styles and pictures it carries. */
const policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

/**
 * A web page as a still picture of itself, for a frame without rights: nothing in it runs, and nothing is fetched, not
 * even looked up or connected to. The frame and its policy hold that by themselves; what they would stop is taken out
 * before, so that nothing is tried.
 */
export function stillPage(html: string): string {
  // A document made this way neither runs scripts nor loads anything.
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const each of page.querySelectorAll(removed)) each.remove();
  for (const each of page.querySelectorAll('form')) {
    const plain = page.createElement('div');
    plain.append(...each.childNodes);
    each.replaceWith(plain);
  }
  for (const element of page.querySelectorAll('*')) {
    for (const { name, value } of Array.from(element.attributes)) {
      const lower = name.toLowerCase();
      if (lower.startsWith('on') || (addresses.has(lower) && !isHarmless(value))) element.removeAttribute(name);
      else if (lower === 'style') element.setAttribute(name, stillStyle(value));
      else if (/url\(/i.test(value)) element.removeAttribute(name);
    }
    if (element.localName === 'style') element.textContent = stillStyle(element.textContent ?? '');
  }
  return `<!doctype html><meta http-equiv="Content-Security-Policy" content="${policy}"><meta http-equiv="x-dns-prefetch-control" content="off"><meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light"><style>html { background: #fff; color: #111; }</style>${page.documentElement.outerHTML}`;
}

/** Pictures a page carries in itself, and places of it. */
const isHarmless = (value: string): boolean => /^\s*(?:data:image\/(?:png|jpe?g|gif|webp|bmp);|#)/i.test(value);

/**
 * Styles without anything that is fetched. An escape in a style could hide an address, so one with escapes keeps none.
 */
function stillStyle(style: string): string {
  if (
    /\\/.test(style) &&
    /url|image|import|src/i.test(style.replace(/\\[0-9a-f]{1,6}\s?|\\/gi, match => decoded(match)))
  )
    return '';
  return style
    .replace(/@font-face\s*\{[^}]*\}/gi, '')
    .replace(/@(?:import|namespace)[^;]*;?/gi, '')
    .replace(/(?:-webkit-)?(?:image-set|cross-fade|image|src)\s*\([^)]*\)+/gi, 'none')
    .replace(/url\(\s*(['"]?)(?!\s*data:image\/(?:png|jpe?g|gif|webp|bmp);)[^)]*\)/gi, 'none');
}

function decoded(escape: string): string {
  const code = Number.parseInt(escape.slice(1), 16);
  return Number.isNaN(code) || code > 0x10ffff ? '' : String.fromCodePoint(code);
}
