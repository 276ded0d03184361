import { XMLParser, XMLValidator } from 'fast-xml-parser';
import type { StoredEntry } from './storage-driver.ts';

interface Property {
  readonly resourcetype?: { readonly collection?: unknown } | '';
  readonly getcontentlength?: string;
  readonly getlastmodified?: string;
}
interface Answer {
  readonly href?: string;
  readonly propstat?: readonly { readonly status?: string; readonly prop?: Property }[];
}

const parser = new XMLParser({
  removeNSPrefix: true,
  parseTagValue: false,
  ignoreAttributes: true,
  isArray: name => name === 'response' || name === 'propstat',
});

/** The body of a PROPFIND that asks for what an entry holds. */
export const ENTRY_PROPERTIES =
  '<?xml version="1.0" encoding="utf-8"?><propfind xmlns="DAV:"><prop><resourcetype/><getcontentlength/><getlastmodified/></prop></propfind>';

/**
 * Returns the entries of a multi-status answer, with their paths below `base`, the decoded path of the root folder that
 * ends with a slash. Undefined when the text is no such answer. Entries outside of the root are left out.
 */
export function webDavEntries(xml: string, base: string): readonly StoredEntry[] | undefined {
  if (XMLValidator.validate(xml) !== true) return undefined;
  const { multistatus } = parser.parse(xml) as { multistatus?: { response?: readonly Answer[] } | '' };
  if (multistatus === undefined) return undefined;
  return (multistatus === '' ? [] : (multistatus.response ?? [])).flatMap(({ href, propstat = [] }) => {
    const path = href === undefined ? undefined : pathBelow(href, base);
    const found = propstat.find(each => / 200( |$)/.test(each.status ?? ''))?.prop;
    if (path === undefined || found === undefined) return [];
    const dir = typeof found.resourcetype === 'object' && found.resourcetype.collection !== undefined;
    const updatedAt = new Date(found.getlastmodified ?? 0);
    return [
      {
        path,
        size: dir ? 0 : Math.max(0, Number.parseInt(found.getcontentlength ?? '0', 10) || 0),
        updatedAt: Number.isNaN(updatedAt.getTime()) ? new Date(0) : updatedAt,
        dir,
      },
    ];
  });
}

/** The part of an address behind `base`, without a slash at its end; undefined for one that lies elsewhere. */
function pathBelow(href: string, base: string): string | undefined {
  let path: string;
  try {
    // Some servers leave # and ? in names as they are; an entry has neither query nor fragment.
    path = decodeURIComponent(href.trim().replace(/^https?:\/\/[^/]*/i, ''));
  } catch {
    return undefined;
  }
  if (`${path}/` === base) return '';
  if (!path.startsWith(base)) return undefined;
  const below = path.slice(base.length).replace(/\/$/, '');
  return below.split('/').includes('..') || below.includes('\0') ? undefined : below;
}
