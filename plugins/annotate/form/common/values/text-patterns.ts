import { RE2JS } from 're2js';
import type { FormComponent } from '../form-document.ts';

/** Types whose text can be asked to fit a pattern. */
export const patternTypes: ReadonlySet<string> = new Set(['input', 'textarea', 'markdown']);

/** Longest pattern, in characters. */
const LONGEST = 500;
/** Compiled patterns that are kept. */
const KEPT = 200;

const known = new Map<string, RE2JS | string>();

/**
 * The pattern compiled, or what is wrong with it. Its time grows with the text whatever it is (RE2 syntax): there is no
 * backtracking.
 */
function compiled(pattern: string): RE2JS | string {
  const before = known.get(pattern);
  if (before !== undefined) return before;
  const made = compile(pattern);
  const [oldest] = known.keys();
  if (known.size >= KEPT && oldest !== undefined) known.delete(oldest);
  known.set(pattern, made);
  return made;
}

function compile(pattern: string): RE2JS | string {
  if (pattern.length > LONGEST) return `use at most ${LONGEST} characters`;
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    return (error as Error).message.replace(/^error parsing regexp: /, '');
  }
}

const patternOf = (component: FormComponent): string | undefined =>
  patternTypes.has(component.type) && typeof component['pattern'] === 'string' && component['pattern'] !== ''
    ? component['pattern']
    : undefined;

/** Returns the problem with the pattern of a component; undefined where it has none or a good one. */
export function patternProblem(component: FormComponent): string | undefined {
  const pattern = patternOf(component);
  const found = pattern === undefined ? undefined : compiled(pattern);
  return typeof found === 'string' ? found : undefined;
}

/** True for a text that fits the whole pattern of its component, and where there is none that can be read. */
export function fitsPattern(component: FormComponent, text: string): boolean {
  const pattern = patternOf(component);
  const found = pattern === undefined ? undefined : compiled(pattern);
  return found === undefined || typeof found === 'string' || found.matches(text);
}

/** Returns the message of the form about a text that does not fit; undefined where it says nothing of its own. */
export function patternMessage(component: FormComponent): string | undefined {
  const { message } = component;
  return typeof message === 'string' && message.trim() !== '' ? message.trim().slice(0, 300) : undefined;
}
