/** A hook as its own source declares it. */
export interface HookDoc {
  /** `items.saving`; with `*` for the key of one that there is for each place or kind: `core.menu.*`. */
  readonly name: string;
  /** `NoticeHook`, `ChangeHook`, `RevisionHook`, `ChoiceHook`, `QuestionHook` or `StageHook`. */
  readonly kind: string;
  /** Types of what a tap is called with, as written; empty when there are none. */
  readonly parameters: string;
  readonly doc: string;
  readonly half: 'web' | 'server';
}

const DECLARATION =
  /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*)?readonly \w+ =\s+new (?:KeyedHooks\(\s*\(?\w+: string\)? =>\s+new )?(NoticeHook|ChangeHook|RevisionHook|ChoiceHook|QuestionHook|StageHook)(?:<((?:(?!readonly \w+ =)[\s\S])*?)>)?\(\s*['`]([^'`]+)['`],?\s*\)/g;

/** Hooks that a source file declares, each with the comment above it. */
export function readHookDocs(path: string, source: string): readonly HookDoc[] {
  return [...source.matchAll(DECLARATION)].map(([, comment = '', kind, parameters = '', name]) => ({
    name: name!.replace(/\$\{\w+\}/g, '*'),
    kind: kind!,
    parameters: parameters.replace(/\s+/g, ' ').trim(),
    doc: comment
      .split('\n')
      .map(line => line.replace(/^\s*\* ?/, '').trim())
      .filter(line => line !== '')
      .join(' '),
    half: path.includes('/web/') ? 'web' : 'server',
  }));
}

/** Returns whether a hook that was made belongs to a declaration: `core.menu.main` to `core.menu.*`. */
export function isHookOf(doc: Pick<HookDoc, 'name'>, name: string): boolean {
  return doc.name.endsWith('*') ? name.startsWith(doc.name.slice(0, -1)) : doc.name === name;
}
