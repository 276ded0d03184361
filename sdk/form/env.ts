import type { ScriptEnd } from './script-end.ts';

/**
 * The variables of the form by name: `env.model_url`. A secure one reads as `{{NAME}}`, which only the server replaces,
 * in calls of `http` and `models`. @throws Error for a name that is no variable.
 */
export function envModule(end: ScriptEnd): Readonly<Record<string, string>> {
  return new Proxy(
    {},
    {
      get(_, name) {
        if (typeof name !== 'string') return undefined;
        const { env, secure } = end.start;
        if (secure.includes(name)) return `{{${name}}}`;
        if (!Object.hasOwn(env, name))
          throw new Error(`The form has no variable '${name}'. Add it in the form's settings.`);
        return env[name];
      },
      has: (_, name) =>
        typeof name === 'string' && (Object.hasOwn(end.start.env, name) || end.start.secure.includes(name)),
      ownKeys: () => [...Object.keys(end.start.env), ...end.start.secure],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    },
  );
}
