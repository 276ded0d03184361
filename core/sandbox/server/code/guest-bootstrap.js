// Runs inside the sandbox before all other code. Takes what it needs of the language before that code can replace it.
(() => {
  const { parse, stringify } = JSON;
  const { host, note } = globalThis;
  delete globalThis.host;
  delete globalThis.note;
  const text = value => {
    if (typeof value === 'string') return value;
    if (value instanceof Error) return `${value.name}: ${value.message}`;
    try {
      return stringify(value) ?? String(value);
    } catch {
      return String(value);
    }
  };
  const write =
    level =>
    (...words) =>
      note(level, words.map(text).join(' '));
  globalThis.console = {
    log: write('info'),
    info: write('info'),
    debug: write('info'),
    warn: write('warn'),
    error: write('error'),
  };
  /** Calls a function of the host. */
  globalThis.callHost = async (name, value) => {
    const { fault, result } = parse(await host(name, stringify(value ?? null)));
    if (fault === undefined) return result;
    const error = new Error(fault.message);
    error.name = fault.code;
    throw error;
  };
})();
