import type { BundleRequest } from '#core/sandbox/web/index.ts';
import { TURN_MS } from '#core/sandbox/web/index.ts';
import type { FormScript } from '../../common/form-document.ts';
import { namedHandlers, SDK_MODULE } from '../../common/script-handlers.ts';

const sources = import.meta.glob<string>(['/sdk/form/*.ts', '/sdk/bridge/*.ts', '!/sdk/**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Name of the file that runs the scripts; no script can have it. */
const START = 'loupe start.ts';

/** The sources of the SDK, by their path in the module that scripts import. */
export const sdkFiles: Readonly<Record<string, string>> = {
  'index.ts': "export * from './form/index.ts';\n",
  ...Object.fromEntries(Object.entries(sources).map(([path, text]) => [path.slice('/sdk/'.length), text])),
};

/**
 * Returns the sources to bundle for running scripts of a form: all of them in their order, each once, when the form is
 * there. Lines stay as they are.
 */
export function scriptBundle(scripts: readonly FormScript[]): BundleRequest {
  const files = Object.fromEntries(
    scripts.map(([name, source]) => {
      const names = namedHandlers(source);
      return [
        fileOf(name),
        names.length === 0
          ? source
          : `${source}\n;import { named as loupeNamed } from '${SDK_MODULE}'; loupeNamed({ ${names.join(', ')} });\n`,
      ];
    }),
  );
  const start = `import { begin } from '${SDK_MODULE}';\nbegin(async () => {\n${scripts.map(([name]) => `  await import(${JSON.stringify(`./${fileOf(name)}`)});`).join('\n')}\n});\n`;
  return {
    entry: START,
    files: { ...files, [START]: start },
    modules: { [SDK_MODULE]: sdkFiles },
    guard: { milliseconds: TURN_MS },
  };
}

/** The file of a script; other scripts import it as `./name`. */
export const fileOf = (name: string): string => `${name}.ts`;
