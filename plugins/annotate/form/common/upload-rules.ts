import { extensionOf } from '#plugins/workspace/items/common/index.ts';
import type { FormComponent } from './form-document.ts';

const MEGABYTE = 1_048_576;
/** Megabytes of a file where the form names no limit, and at most. */
export const usualMegabytes = 100;
export const mostMegabytes = 500;
/** Files that one item holds at most, those that were taken out of it again as well. */
export const mostFiles = 500;

/** Rules for the files of a component. */
export interface UploadRules {
  /**
   * Endings such as `.pdf`, types such as `image/png` and families such as `image/*`, in lower case; none means any
   * file.
   */
  readonly types: readonly string[];
  readonly maxBytes: number;
  readonly multiple: boolean;
}

/** Reads `types` (a text with commas or a list), `maxSize` (megabytes) and `multiple` of an upload component. */
export function uploadRules(component: FormComponent): UploadRules {
  const { types: given, maxSize, multiple } = component;
  const words = Array.isArray(given) ? given.map(String) : typeof given === 'string' ? given.split(/[,\s]+/) : [];
  const types = words
    .map(each => each.trim().toLowerCase())
    .filter(each => each !== '' && each !== '*' && each !== '*/*')
    .map(each => (each.includes('/') || each.startsWith('.') ? each : `.${each}`));
  const size = Number(maxSize);
  return {
    types,
    maxBytes: Math.round((size > 0 ? Math.min(size, mostMegabytes) : usualMegabytes) * MEGABYTE),
    multiple: multiple === true,
  };
}

/** Why a file cannot be put into a component; the type is that of its bytes where it is known. */
export function uploadProblem(
  { types, maxBytes }: UploadRules,
  file: { readonly name: string; readonly mime: string; readonly size: number },
): string | undefined {
  if (file.size === 0) return `${file.name} is empty.`;
  if (file.size > maxBytes) return `${file.name} is larger than ${sizeText(maxBytes)}.`;
  const takes =
    types.length === 0 ||
    types.some(each =>
      each.startsWith('.')
        ? `.${extensionOf(file.name)}` === each
        : each.endsWith('/*')
          ? file.mime.startsWith(each.slice(0, -1))
          : file.mime === each,
    );
  return takes ? undefined : `${file.name} is not one of ${types.join(', ')}.`;
}

const sizeText = (bytes: number): string =>
  bytes >= MEGABYTE ? `${Math.round((bytes / MEGABYTE) * 10) / 10} MB` : `${Math.round(bytes / 1024)} KB`;

const REFERENCE = /^form-file:([0-9a-f]{32})\/(.*)$/s;

/** Returns the reference to a file in the storage of the team. */
export const fileReference = (id: string, name: string): string => `form-file:${id}/${encodeURIComponent(name)}`;

/** A value with names in place of references to files; any other as it is. */
export const namedFiles = (value: unknown): unknown =>
  Array.isArray(value) && value.some(each => readFileReference(each) !== undefined)
    ? value.map(each => readFileReference(each)?.name ?? String(each)).join(', ')
    : (readFileReference(value)?.name ?? value);

/** The file that a value refers to; undefined for any other text. */
export function readFileReference(value: unknown): { readonly id: string; readonly name: string } | undefined {
  const [, id, name] = typeof value === 'string' ? (REFERENCE.exec(value) ?? []) : [];
  if (id === undefined || name === undefined) return undefined;
  try {
    return { id, name: decodeURIComponent(name) };
  } catch {
    return { id, name };
  }
}
