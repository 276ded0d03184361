import { messages } from './messages.ts';

/** A guide of the documentation: a Markdown file. */
export interface Guide {
  /** Name of the file without its ending; the last part of the address. */
  readonly name: string;
  readonly title: string;
  readonly text: () => Promise<string>;
}

/** Guides under a heading. */
export interface GuideGroup {
  readonly title: string;
  readonly guides: readonly Guide[];
}

const files = import.meta.glob<string>(['../pages/*.md', '/sdk/reference/*.md', '/sdk/python.md'], {
  query: '?raw',
  import: 'default',
});
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
const texts = new Map(Object.entries(files).map(([path, load]) => [nameOf(path), load]));

const group = (title: string, titles: Readonly<Record<string, string>>): GuideGroup => ({
  title,
  guides: Object.entries(titles).map(([name, each]) => ({
    name,
    title: each,
    text: texts.get(name) ?? (() => Promise.reject(new Error(`There is no file ${name}.md.`))),
  })),
});

/** Every guide, in the order of the list. */
export const guideGroups: readonly GuideGroup[] = [
  group(messages.guides.forEverybody, {
    annotating: messages.guides.annotating,
    reviewing: messages.guides.reviewing,
    managing: messages.guides.managing,
    formats: messages.guides.formats,
  }),
  group(messages.guides.forScripts, {
    scripting: messages.guides.scripting,
    python: messages.guides.python,
    plugins: messages.guides.plugins,
  }),
  group(messages.guides.forOperators, {
    operating: messages.guides.operating,
    configuration: messages.guides.configuration,
    'command-line': messages.guides.commandLine,
  }),
  group(messages.guides.reference, {
    client: messages.guides.client,
    app: messages.guides.apps,
    form: messages.guides.forms,
    automation: messages.guides.automations,
    host: messages.guides.host,
    bridge: messages.guides.bridge,
    plugin: messages.guides.plugin,
    'plugin-web': messages.guides.pluginWeb,
    'plugin-server': messages.guides.pluginServer,
  }),
];

/** Every guide by its name. */
export const guideByName: ReadonlyMap<string, Guide> = new Map(
  guideGroups.flatMap(each => each.guides).map(each => [each.name, each]),
);

/** Number of places where `wanted` occurs in a text, in any case. */
export function placesOf(text: string, wanted: string): number {
  const [where, what] = [text.toLowerCase(), wanted.trim().toLowerCase()];
  return what === '' ? 0 : where.split(what).length - 1;
}
