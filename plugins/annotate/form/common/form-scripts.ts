import type { FormDocument } from './form-document.ts';
import { idsOf } from './form-places.ts';

/** A handler of a Python script that does not run here and would have to be rewritten. */
export interface UnportedHandler {
  /** Name of the script. */
  readonly script: string;
  readonly name: string;
  /** First line of the handler, from 1. */
  readonly line: number;
  /** The component that sets it off; undefined for hooks of the item, and for components that are not there. */
  readonly component: string | undefined;
}

const PYTHON = /^\s*(?:async\s+)?def\s+\w+\s*\(.*$|^\s*(?:from\s+[\w.]+\s+)?import\s+\w/m;
const TYPESCRIPT = /\b(?:const|let|function)\b|=>|from\s+['"]/;
const DEFINITION = /^(?:async\s+)?def\s+(\w+)\s*\(/;
const HANDLER = /^on_(.+)_(?:change|click|message|wcevent|deleted|selected|deselected)$/;
const HOOKS: ReadonlySet<string> = new Set([
  'before_save_hook',
  'on_saved_hook',
  'before_status_change_hook',
  'on_status_changed_hook',
  'post_hook',
  'pre_hook',
]);

/** True for a script that is written in Python: kept and shown, not run. */
export const isPython = (source: string): boolean =>
  PYTHON.test(source) && !TYPESCRIPT.test(source.replaceAll(/#.*$/gm, ''));

/** The handlers of a form's Python scripts that do something, in their order. */
export function unportedHandlers(form: FormDocument): readonly UnportedHandler[] {
  const ids = new Set(idsOf(form.components));
  return form.code
    .filter(([, source]) => isPython(source))
    .flatMap(([script, source]) => {
      const lines = source.split(/\r\n|\r|\n/);
      return lines.flatMap((text, at) => {
        const name = DEFINITION.exec(text)?.[1];
        if (name === undefined) return [];
        const component = HANDLER.exec(name)?.[1];
        if (component === undefined && !HOOKS.has(name)) return [];
        return isEmptyBody(lines.slice(at + 1))
          ? []
          : [
              {
                script,
                name,
                line: at + 1,
                component: component !== undefined && ids.has(component) ? component : undefined,
              },
            ];
      });
    });
}

/** A handler as the hosted product generates it: comments, `return`, `pass`. */
function isEmptyBody(following: readonly string[]): boolean {
  const end = following.findIndex(line => /^\S/.test(line) && !line.startsWith('#') && !line.startsWith(')'));
  const body = (end === -1 ? following : following.slice(0, end))
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('#'));
  return body.every(line => /^(?:return(?:\s+(?:True|None))?|pass)$/.test(line));
}
