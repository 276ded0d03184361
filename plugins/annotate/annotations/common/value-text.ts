const longest = 500;

function quote(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t');
  return `${mark}${mark === "'" ? escaped.replaceAll("'", "\\'") : escaped}${mark}`;
}

function write(value: unknown): string {
  if (value === null || value === undefined) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return Number.isNaN(value) ? 'NaN' : String(value).replace('Infinity', 'inf');
  if (Array.isArray(value)) return `[${value.map(write).join(', ')}]`;
  return `{${Object.entries(value)
    .map(([key, entry]) => `${quote(key)}: ${write(entry)}`)
    .join(', ')}}`;
}

/** A JSON value as the check messages print it: `'text'`, `True`, `None`, `[1, 2]`; cut after 500 characters. */
export function valueText(value: unknown): string {
  const text = write(value);
  return text.length > longest ? `${text.slice(0, longest)}...` : text;
}
