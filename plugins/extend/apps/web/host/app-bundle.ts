import type { Bundler, BundleRequest, BundleResult } from '#core/sandbox/web/index.ts';
import { TURN_MS } from '#core/sandbox/web/index.ts';
import { Fault } from '#core/base/common/index.ts';
import { messages } from '../messages.ts';
import { RUNTIME, runtimeModules } from './guest-runtime.ts';

/** Modules of the product that apps import. */
export const APP_MODULE = '@loupe/sdk/app';

/** Name of the file that begins an app; no file of an app can have it. */
const START = 'loupe start.ts';

const sources = import.meta.glob<string>(['/sdk/app/*.{ts,tsx}', '/sdk/bridge/*.ts', '!/sdk/**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
});

let read: Promise<Readonly<Record<string, string>>> | undefined;

/**
 * The sources of the SDK by their path in the module that apps import. Loaded at the first call; a load that failed is
 * tried again.
 */
function sdkFiles(): Promise<Readonly<Record<string, string>>> {
  read ??= Promise.all(
    Object.entries(sources).map(async ([path, load]) => [path.slice('/sdk/'.length), await load()] as const),
  ).then(
    files => ({ 'index.ts': "export * from './app/index.ts';\n", ...Object.fromEntries(files) }),
    (error: unknown) => {
      read = undefined;
      throw error;
    },
  );
  return read;
}

/** Free name for the SDK in the code of an app. */
const SDK = 'loupeSdk';

/**
 * Modules that an app may import: the SDK and React. They are not compiled with it, but come before it; anything else
 * is a problem that names these.
 */
export const appModules = (): BundleRequest['modules'] => ({
  ...runtimeModules,
  [APP_MODULE]: { 'index.ts': `module.exports = ${SDK};\n` },
});

const compiled = new WeakMap<Bundler, Promise<string>>();

/**
 * The SDK as one line of code; compiled at the first call, so that building an app again takes no longer than its own
 * files do.
 */
function compileSdk(bundler: Bundler): Promise<string> {
  let made = compiled.get(bundler);
  if (made === undefined) {
    made = sdkFiles()
      .then(files =>
        bundler.bundle({
          entry: START,
          files: {
            [START]: `import * as sdk from '${APP_MODULE}';\ndeclare const made: (sdk: unknown) => void;\nmade(sdk);\n`,
          },
          modules: { ...runtimeModules, [APP_MODULE]: files },
        }),
      )
      .then(({ code, problems }) => {
        if (code === undefined)
          throw new Fault(
            'COMPILER_FAILED',
            `The SDK could not be compiled: ${problems[0]?.message ?? 'no reason was given'}`,
          );
        const text = code.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '');
        return `const ${SDK}=Function('transport','${RUNTIME}',${JSON.stringify(`let kept;const made=sdk=>{kept=sdk};${text}\nreturn kept;`)})(transport,${RUNTIME});`;
      });
    compiled.set(bundler, made);
    made.catch(() => compiled.delete(bundler));
  }
  return made;
}

/**
 * Compiles the files of an app to one script for {@link AppView}. A component that the entry exports as its default is
 * drawn. What is wrong with the files is in the result, with file, line and column.
 * @throws Fault COMPILER_FAILED when the compiler could not be loaded or stopped; the reason of `signal` when it is
 * aborted.
 */
export async function bundleApp(
  bundler: Bundler,
  files: Readonly<Record<string, string>>,
  entry: string,
  signal?: AbortSignal,
): Promise<BundleResult> {
  const began = performance.now();
  if (!Object.hasOwn(files, entry))
    return {
      code: undefined,
      problems: [
        { file: entry, line: 1, column: 1, message: messages.appBundle.thereIsNoFileEntry(entry), severity: 'error' },
      ],
      milliseconds: 0,
    };
  const sdk = await compileSdk(bundler);
  const start = `import { begin } from '${APP_MODULE}';\nimport * as app from ${JSON.stringify(`./${entry}`)};\nbegin(app);\n`;
  const result = await bundler.bundle(
    { entry: START, files: { ...files, [START]: start }, modules: appModules(), guard: { milliseconds: TURN_MS } },
    signal,
  );
  const milliseconds = Math.round(performance.now() - began);
  // On the first line, before the app's own, so that its source map stays right.
  return { ...result, milliseconds, code: result.code === undefined ? undefined : sdk + result.code };
}

/** Path of the types of a package among those of {@link appTypes}. */
const TYPES = 'file:///node_modules';

/**
 * Types for the code editor: texts by address, to be added as libraries. Those of the SDK are its own sources, so
 * imports may end in `.ts` (`allowImportingTsExtensions`), and JSX is `react-jsx`.
 */
export async function appTypes(): Promise<Readonly<Record<string, string>>> {
  const react = {
    '@types/react/index.d.ts': import('/node_modules/@types/react/index.d.ts?raw'),
    '@types/react/global.d.ts': import('/node_modules/@types/react/global.d.ts?raw'),
    '@types/react/jsx-runtime.d.ts': import('/node_modules/@types/react/jsx-runtime.d.ts?raw'),
    '@types/react/package.json': import('/node_modules/@types/react/package.json?raw'),
    '@types/react-dom/index.d.ts': import('/node_modules/@types/react-dom/index.d.ts?raw'),
    '@types/react-dom/client.d.ts': import('/node_modules/@types/react-dom/client.d.ts?raw'),
    '@types/react-dom/package.json': import('/node_modules/@types/react-dom/package.json?raw'),
    'csstype/index.d.ts': import('/node_modules/csstype/index.d.ts?raw'),
    'csstype/package.json': import('/node_modules/csstype/package.json?raw'),
  };
  const [own, ...theirs] = await Promise.all([
    sdkFiles(),
    ...Object.entries(react).map(async ([path, text]) => [`${TYPES}/${path}`, (await text).default] as const),
  ]);
  return {
    ...Object.fromEntries(theirs),
    ...Object.fromEntries(Object.entries(own).map(([path, text]) => [`${TYPES}/${APP_MODULE}/${path}`, text])),
  };
}
