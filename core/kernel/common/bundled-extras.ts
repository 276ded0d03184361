/**
 * Everything bundled plugins may use beyond `@loupe/sdk/plugin`, by the type that holds it. All else is one surface: a
 * plugin written against the SDK is also a bundled plugin. Bundled plugins also import the core and the kits of the
 * plugins their manifest names, which the import rules check.
 */
export const BUNDLED_EXTRAS = {
  /** `locked`: part of every installation. */
  manifest: ['locked'],
  /** `homeFor`: the first page of some people. */
  route: ['homeFor'],
  /** `background`: begun by events, with the rights of its creator. */
  job: ['background'],
  /**
   * `bindings` and `provides`: services, and those that other plugins may inject. `terminal`: commands of the command
   * line.
   */
  serverHalf: ['bindings', 'provides', 'terminal'],
  /** `get` and `find`: services of the core, of the plugin and of those its manifest names. */
  serverContext: ['get', 'find'],
  webHalf: ['bindings', 'provides'],
  webContext: ['get', 'find'],
} as const;

/** Returns a context without its extras; what it makes at the first use stays unmade. */
export function withoutExtras<C extends object, K extends keyof C>(context: C, extras: readonly K[]): Omit<C, K> {
  const own = Object.getOwnPropertyDescriptors(context);
  const kept = Object.entries(own).filter(([name]) => !(extras as readonly PropertyKey[]).includes(name));
  return Object.defineProperties({}, Object.fromEntries(kept)) as Omit<C, K>;
}
