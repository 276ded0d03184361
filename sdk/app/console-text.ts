/** Most characters of one line of a console. */
const MOST = 10_000;

/** Returns values written to a console as text. Objects are shown as JSON, where they can be. */
export const consoleText = (values: readonly unknown[]): string => values.map(textOf).join(' ').slice(0, MOST);

function textOf(value: unknown): string {
  try {
    if (typeof value === 'string') return value;
    if (value instanceof Error)
      return value.stack?.includes(value.message) === true ? value.stack : `${value.name}: ${value.message}`;
    if (typeof value === 'object' && value !== null) return JSON.stringify(value) ?? String(value);
    return String(value);
  } catch {
    return '[cannot be shown]';
  }
}
