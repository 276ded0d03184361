/**
 * React for apps. It is not compiled with each app: its own production files are evaluated in the frame before the app,
 * and what an app imports of it are the few lines of {@link runtimeModules}. So a build takes as long as the app's own
 * files take.
 */

/** The files by the name by which they ask for one another. */
const packages: Readonly<Record<string, () => Promise<string>>> = {
  react: () => import('/node_modules/react/cjs/react.production.js?raw').then(each => each.default),
  'react/jsx-runtime': () =>
    import('/node_modules/react/cjs/react-jsx-runtime.production.js?raw').then(each => each.default),
  'react-dom': () => import('/node_modules/react-dom/cjs/react-dom.production.js?raw').then(each => each.default),
  'react-dom/client': () =>
    import('/node_modules/react-dom/cjs/react-dom-client.production.js?raw').then(each => each.default),
  scheduler: () => import('/node_modules/scheduler/cjs/scheduler.production.js?raw').then(each => each.default),
};

/** Free name in the code of an app for the runtime. */
export const RUNTIME = 'loupeRuntime';

/** Modules of React that an app may import, for the bundler. */
export const runtimeModules: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  Object.keys(packages)
    .filter(name => name !== 'scheduler')
    .map(name => [name, { 'index.ts': `module.exports = ${RUNTIME}(${JSON.stringify(name)});\n` }]),
);

let runtime: Promise<string> | undefined;

/**
 * The runtime as one line of code, which answers a module by its name. Loaded at the first call; a load that failed is
 * tried again.
 */
function loadRuntime(): Promise<string> {
  runtime ??= Promise.all(
    Object.entries(packages).map(
      async ([name, load]) => `${JSON.stringify(name)}(module, exports, require) {\n${await load()}\n}`,
    ),
  ).then(
    texts => {
      const text = `const sources = {\n${texts.join(',\n')}\n};\nconst made = {};\nconst require = name => {\n  if (!(name in made)) {\n    const module = made[name] = { exports: {} };\n    sources[name](module, module.exports, require);\n  }\n  return made[name].exports;\n};\nreturn require;`;
      return `const ${RUNTIME}=Function(${JSON.stringify(text)})();`;
    },
    (error: unknown) => {
      runtime = undefined;
      throw error;
    },
  );
  return runtime;
}

/** The code of an app as a sandbox runs it. Lines stay those of the code, so that its source map stays right. */
export async function runnable(code: string): Promise<string> {
  return `"use strict";${await loadRuntime()}${code}`;
}
