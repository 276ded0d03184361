import { z } from '#core/api/common/index.ts';
import type { AppCommand, AppManifest, AppMount } from '#sdk/app/app-manifest.ts';
import { APP_PLACES, APP_SDK_VERSION, CAPABILITIES } from '#sdk/app/app-manifest.ts';
import { appManifest } from './app.ts';

/**
 * The file with the schema of `loupe-app.json`, beside it in a folder of sources: so code editors know the manifest
 * without a network. It is no source of the app.
 */
export const SCHEMA_FILE = 'loupe-app.schema.json';

/** Value of `$schema` in a manifest, so that code editors find the file beside it. */
export const SCHEMA_ADDRESS = `./${SCHEMA_FILE}`;

/** A JSON schema as far as it is made here; code editors show `enumDescriptions` beside the words they offer. */
export interface JsonSchema {
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly enumDescriptions?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly [keyword: string]: unknown;
}

const manifestWords: Readonly<Record<keyof AppManifest, string>> = {
  $schema: 'The schema by which code editors know this file; the product does not read it.',
  name: 'What the app is called, at most 60 characters.',
  description: 'What it is for, at most 500 characters. Shown in the list of apps.',
  icon: 'Name of an icon of the product, such as apps.',
  sdk: `Version of the SDK it is written for; this product offers ${APP_SDK_VERSION}.`,
  entry: 'Entry file, such as main.tsx: its default export is a React component, or it calls mount.',
  mounts: 'Where the app appears.',
  capabilities: 'What the app asks for. An admin of the team allows each; calls beyond answer CAPABILITY_DENIED.',
  commands: 'What the app can be asked to do, from the command palette and from menus. Needs the capability commands.',
  hosts: 'Hosts it calls by http, such as api.example.org. An admin allows each.',
};
const mountWords: Readonly<Record<keyof AppMount, string>> = {
  place: 'The place.',
  title: 'What the tab, panel or action is called; the name of the app when absent.',
  projectTypes:
    'Types of projects it is shown in, such as Vector; all when absent. Means nothing in team.page and dashboard.tile.',
  fileEndings: 'item.editor: endings of the names of the items it opens, without a dot, such as wav.',
  height: 'dashboard.tile, item.panel, editor.panel: height in CSS pixels, 80 to 2000; 320 when absent.',
};
const commandWords: Readonly<Record<keyof AppCommand, string>> = {
  id: 'A word of letters, digits, -, _ and ., such as refresh. The code of the app receives it.',
  title: 'What it is called; the palette shows it under the name of the app.',
  icon: 'Name of an icon of the product.',
  place:
    'The only place of the app it is run in. When absent it is run where the app is shown, or in the place that is nearest to the person.',
};
const hostWords = 'A host, such as api.example.org (https) or http://localhost:8080.';

/**
 * The JSON schema of `loupe-app.json`: made of what the product checks, with a sentence for every field, place and
 * capability.
 */
export function manifestSchema(): JsonSchema {
  const made = z.toJSONSchema(appManifest, { io: 'input', target: 'draft-7' }) as JsonSchema;
  const { mounts, capabilities, commands, hosts } = made.properties ?? {};
  const placed = (schema: JsonSchema | undefined): JsonSchema => ({
    ...schema,
    enumDescriptions: (schema?.enum ?? []).map(each => APP_PLACES[each as keyof typeof APP_PLACES]),
  });
  const list = (schema: JsonSchema | undefined, items: JsonSchema): JsonSchema => ({ ...schema, items });
  const mount = mounts?.items ?? {};
  const command = commands?.items ?? {};
  return described(
    {
      ...made,
      title: 'loupe-app.json',
      description: 'What an app of Loupe is called, where it appears and what it asks for.',
      properties: {
        ...made.properties,
        mounts: list(
          mounts,
          described(
            {
              ...mount,
              description: 'One place where the app is shown.',
              properties: { ...mount.properties, place: placed(mount.properties?.['place']) },
            },
            mountWords,
          ),
        ),
        capabilities: list(capabilities, {
          ...capabilities?.items,
          enumDescriptions: (capabilities?.items?.enum ?? []).map(
            each => CAPABILITIES[each as keyof typeof CAPABILITIES],
          ),
        }),
        commands: list(
          commands,
          described(
            {
              ...command,
              description: 'One thing the app can be asked to do.',
              properties: { ...command.properties, place: placed(command.properties?.['place']) },
            },
            commandWords,
          ),
        ),
        hosts: list(hosts, { ...hosts?.items, description: hostWords }),
      },
    },
    manifestWords,
  );
}

/** The text of {@link SCHEMA_FILE}. */
export const schemaText = (): string => `${JSON.stringify(manifestSchema(), undefined, 2)}\n`;

/**
 * The text of a manifest that names the schema beside it, else as it was written; undefined where it names one already,
 * or is no object with fields.
 */
export function withSchema(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (
      typeof value !== 'object' ||
      value === null ||
      Array.isArray(value) ||
      Object.keys(value).length === 0 ||
      Object.hasOwn(value, '$schema')
    )
      return undefined;
  } catch {
    return undefined;
  }
  return text.replace(
    /\{(\s*)/,
    (_, space: string) => `{${space}"$schema": "${SCHEMA_ADDRESS}",${space === '' ? ' ' : space}`,
  );
}

function described(schema: JsonSchema, words: Readonly<Record<string, string>>): JsonSchema {
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, field]) => [
        name,
        { ...field, description: words[name] ?? '' },
      ]),
    ),
  };
}
