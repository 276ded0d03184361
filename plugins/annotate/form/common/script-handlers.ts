import type { FormComponent, FormDocument, FormScript } from './form-document.ts';
import { isPython } from './form-scripts.ts';
import { walkForm } from './walk-form.ts';

/** Module that scripts import. */
export const SDK_MODULE = '@loupe/sdk/form';

const NAMED =
  /^(?:on_\w+_(?:change|click|message|wcevent|deleted|selected|deselected)|pre_hook|post_hook|before_save_hook|on_saved_hook|before_status_change_hook|on_status_changed_hook)$/;
const DECLARED = /^(?:export\s+)?(?:(?:async\s+)?function\s*\*?\s*(\w+)|(?:const|let|var)\s+(\w+)\s*(?::[^=]+)?=)/gm;

/** The scripts that run here: those that are written in TypeScript and hold something, in their order. */
export const runningScripts = ({ code }: Pick<FormDocument, 'code'>): readonly FormScript[] =>
  code.filter(([, source]) => source.trim() !== '' && !isPython(source));

/**
 * Names of the functions of a script that are handlers by their name, declared at its top: `on_answer_change`,
 * `before_save_hook`.
 */
export function namedHandlers(source: string): readonly string[] {
  const found = [...withoutComments(source).matchAll(DECLARED)].map(match => match[1] ?? match[2] ?? '');
  return [...new Set(found.filter(each => NAMED.test(each)))];
}

/** An event of a component that a script should handle. */
interface Answerable {
  readonly component: FormComponent;
  readonly event: 'click' | 'message';
}

/** A button that asks a model or runs a pipeline by itself. */
const actsAlone = ({ model, fires }: FormComponent): boolean =>
  [model, fires].some(each => typeof each === 'string' && each !== '');

/** The buttons and web components of a form that no script names and that do nothing by themselves. */
export function unanswered(form: FormDocument): readonly Answerable[] {
  const sources = runningScripts(form).map(([, source]) => withoutComments(source));
  return [...walkForm(form.components)].flatMap(({ component }): readonly Answerable[] => {
    const event = component.type === 'button' ? 'click' : component.type === 'webComponent' ? 'message' : undefined;
    if (event === undefined || component.id === '' || actsAlone(component)) return [];
    return sources.some(source => answers(source, component.id, event)) ? [] : [{ component, event }];
  });
}

/** True where a source names a handler of a component, however it is written. */
function answers(source: string, id: string, event: string): boolean {
  return (
    namedHandlers(source).includes(`on_${id}_${event}`) ||
    new RegExp(`\\.on\\s*\\(\\s*(['"\`])${escaped(id)}\\1\\s*,\\s*(['"\`])${event}\\2`).test(source)
  );
}

/**
 * Returns the code to append to a script so that every button has a handler; the script itself stays as it is.
 * Undefined when nothing is missing.
 */
export function missingHandlers(form: FormDocument, source: string): string | undefined {
  const missing = unanswered(form);
  if (missing.length === 0) return undefined;
  const code = withoutComments(source);
  const imported = new RegExp(`import\\s*\\{[^}]*\\bform\\b[^}]*\\}\\s*from\\s*['"]${escaped(SDK_MODULE)}['"]`).test(
    code,
  );
  const parts = missing.map(({ component, event }) => {
    const title = [component['text'], component['label']].find(each => typeof each === 'string' && each.trim() !== '');
    const about = typeof title === 'string' ? `// ${title.replaceAll(/\s+/g, ' ').slice(0, 80)}\n` : '';
    return `${about}form.on('${component.id}', '${event}', async ${event === 'click' ? 'path' : '(path, value)'} => {\n\n});`;
  });
  const before = source.trim() === '' ? '' : source.endsWith('\n') ? '\n' : '\n\n';
  return `${before}${imported ? '' : `import { form } from '${SDK_MODULE}';\n\n`}${parts.join('\n\n')}\n`;
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** The source with its comments as spaces; texts stay as they are. */
function withoutComments(source: string): string {
  return source.replaceAll(
    /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g,
    found => (found.startsWith('/') ? found.replaceAll(/[^\n]/g, ' ') : found),
  );
}
