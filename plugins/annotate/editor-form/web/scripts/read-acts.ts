import type { FormAct } from '#sdk/form/form-protocol.ts';
import { isFormPath } from '#sdk/form/form-path.ts';
import { asJson } from '#sdk/form/field-shape.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';

/** Acts of one turn at most, and the longest value, in characters of JSON. */
export const MOST_ACTS = 5000;
const LONGEST_VALUE = 2_000_000;
const MOST_OPTIONS = 5000;

/**
 * Returns the acts that a script sent; undefined in the place of what is none. A script is not trusted to send what its
 * types say.
 */
export function readActs(given: unknown): readonly (FormAct | undefined)[] {
  if (!Array.isArray(given)) return [];
  return given.slice(0, MOST_ACTS).map(readAct);
}

function readAct(given: unknown): FormAct | undefined {
  if (!isRecord(given)) return undefined;
  const { kind, path } = given;
  const row = kind === 'delete';
  const steps = row && Array.isArray(path) ? path.slice(0, -1) : path;
  if (!isFormPath(steps) || steps.length % 2 !== 1 || steps.some(each => typeof each === 'number' && each < 0))
    return undefined;
  if (row) {
    const at = (path as readonly unknown[]).at(-1);
    return Number.isSafeInteger(at) && (at as number) >= 0 ? { kind, path: [...steps, at as number] } : undefined;
  }
  switch (kind) {
    case 'append':
    case 'show':
    case 'hide':
    case 'enable':
    case 'disable':
      return { kind, path: [...steps] };
    case 'set': {
      const value = jsonOf(given['value']);
      return value === undefined ? undefined : { kind, path: [...steps], value };
    }
    case 'options': {
      const { options } = given;
      if (options === undefined) return { kind, path: [...steps], options };
      return Array.isArray(options) &&
        options.length <= MOST_OPTIONS &&
        options.every(each => typeof each === 'string' && each.length <= 1000)
        ? { kind, path: [...steps], options: [...new Set(options as readonly string[])] }
        : undefined;
    }
    case 'error': {
      const { message } = given;
      return message === undefined || (typeof message === 'string' && message.length <= 500)
        ? { kind, path: [...steps], message }
        : undefined;
    }
    default:
      return undefined;
  }
}

/** Plain JSON, within bounds; undefined for anything else. */
function jsonOf(given: unknown): unknown {
  try {
    const value = asJson(given);
    return JSON.stringify(value).length > LONGEST_VALUE ? undefined : value;
  } catch {
    return undefined;
  }
}
