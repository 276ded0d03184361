import { isRecord } from '#plugins/annotate/annotations/common/index.ts';

/** Heights a page may ask for, CSS pixels. */
const [LEAST, MOST] = [40, 4000];
/** Characters of JSON in one value or message at most. */
const LONGEST = 1_000_000;

/** Messages of a web component's page. */
export type PageWord =
  | { readonly kind: 'set'; readonly value: unknown }
  | { readonly kind: 'post'; readonly message: unknown }
  | { readonly kind: 'resize'; readonly height: number }
  /** A script at an address, which is not loaded. */
  | { readonly kind: 'left'; readonly address: string };

/** Reads what comes out of the frame; undefined for anything that is no word of a page, or too long. */
export function readPageWord(given: unknown): PageWord | undefined {
  if (!isRecord(given)) return undefined;
  switch (given['kind']) {
    case 'set':
      return isShort(given['value']) ? { kind: 'set', value: given['value'] } : undefined;
    case 'post':
      return isShort(given['message']) ? { kind: 'post', message: given['message'] } : undefined;
    case 'resize':
      return typeof given['height'] === 'number' && Number.isFinite(given['height'])
        ? { kind: 'resize', height: Math.round(Math.min(MOST, Math.max(LEAST, given['height']))) }
        : undefined;
    case 'left':
      return { kind: 'left', address: String(given['address']).slice(0, 500) };
    default:
      return undefined;
  }
}

/** Values are JSON and nothing else: what structured clones hold besides does not go into documents. */
function isShort(value: unknown): boolean {
  try {
    const text = JSON.stringify(value);
    return text !== undefined && text.length <= LONGEST;
  } catch {
    return false;
  }
}

/**
 * Returns the event of a page's message for scripts: `{ action: 'topy', data }` as `message` with its data, all else as
 * `wcevent`.
 */
export const eventOf = (message: unknown): { readonly kind: 'message' | 'wcevent'; readonly value: unknown } =>
  isRecord(message) && message['action'] === 'topy'
    ? { kind: 'message', value: message['data'] ?? null }
    : { kind: 'wcevent', value: message };
