import type { ActionCode, Interpreter } from '../../common/custom-action.ts';

/** A file of an action. */
export interface ActionFile {
  readonly name: string;
  readonly text: string;
}

/** Name of the main file of an action, by its language. */
export const mainFiles: Readonly<Record<Interpreter, string>> = { typescript: 'main.ts', python: 'main.py' };

/** Returns the language of a file, as the code editor names it. */
export function languageOf(name: string): 'json' | 'python' | 'typescript' {
  if (name.endsWith('.json')) return 'json';
  return name.endsWith('.py') ? 'python' : 'typescript';
}

/** Returns the files of an action, the main one first. */
export const filesOf = ({ interpreter, source, files }: ActionCode): readonly ActionFile[] => [
  { name: mainFiles[interpreter], text: source },
  ...files,
];

/** Returns an action with another text of a file. */
export const withText = (code: ActionCode, name: string, text: string): ActionCode =>
  name === mainFiles[code.interpreter]
    ? { ...code, source: text }
    : { ...code, files: code.files.map(each => (each.name === name ? { name, text } : each)) };

/** A file whose text differs between two versions of an action; '' where it has none. */
export interface ChangedFile {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** Returns the files in which two versions of an action differ, the main one first. */
export function changedFiles(before: ActionCode, after: ActionCode): readonly ChangedFile[] {
  const [old, now] = [before, after].map(code => new Map(filesOf(code).map(each => [each.name, each.text])));
  return [...new Set([...old!.keys(), ...now!.keys()])]
    .map(name => ({ name, before: old!.get(name) ?? '', after: now!.get(name) ?? '' }))
    .filter(each => each.before !== each.after || old!.has(each.name) !== now!.has(each.name));
}
