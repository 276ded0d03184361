import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import type { BindingSource } from './binding-source.ts';
import { evaluate } from './expressions.ts';

const PLACE = /\{\{([\s\S]*?)\}\}/g;

/** A text in which every `{{…}}` is replaced; what is not known gives an empty text. */
export const bindText = (text: string, source: BindingSource): string =>
  text.replaceAll(PLACE, (_, inner: string) => asText(inserted(inner, source)));

/** The same where the text is one `{{…}}` alone: what it names as it is, a number stays a number. */
export function bindValue(text: string, source: BindingSource): unknown {
  const [whole, inner] = /^\s*\{\{([\s\S]*?)\}\}\s*$/.exec(text) ?? [];
  return whole === undefined ? bindText(text, source) : (inserted(inner!, source) ?? '');
}

/** Returns the value at a path such as `a.b[0].c`; undefined where there is none. */
export function atPayloadPath(payload: unknown, path: string): unknown {
  let found = payload;
  for (const step of path.replaceAll(/\[(\d+)\]/g, '.$1').split('.')) {
    if (step === '') return undefined;
    if (Array.isArray(found) && /^\d+$/.test(step)) found = found[Number(step)] as unknown;
    else if (isRecord(found) && Object.hasOwn(found, step)) found = found[step];
    else return undefined;
  }
  return found;
}

function inserted(inner: string, source: BindingSource): unknown {
  const text = inner.trim();
  if (text.startsWith('=')) return evaluate(text.slice(1), source);
  const signed = /^sign\(\s*(?:'([^']*)'|"([^"]*)"|([^)]*))\s*\)$/.exec(text);
  if (signed === null) return atPayloadPath(source.payload, text);
  const path = signed[1] ?? signed[2] ?? asText(atPayloadPath(source.payload, (signed[3] ?? '').trim()));
  return path === '' ? '' : (source.sign?.(path) ?? path);
}

/** A value inside of a text: lists and objects as JSON. */
export function asText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string'
    ? value
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value as number | boolean);
}
