import type { Service } from './contract.ts';

/** First host label → service; any other host is `main`. */
export const HOST_LABELS: Readonly<Record<string, Service>> = {
  'work-management-api': 'work-management',
  item: 'items',
  'explore-service': 'explore',
  'assets-provider': 'assets',
  'telemetry-scoring': 'scoring',
};

/** Returns the path of a service on our own origin: `main` at the root, the others below `/services/`. */
export function serviceBase(service: Service): string {
  return service === 'main' ? '' : `/services/${service}`;
}

/** Fills `:name` parts of a path. Throws when one is missing: a caller's mistake, not the user's. */
export function fillPath(path: string, params: Readonly<Record<string, unknown>> | undefined): string {
  return path.replace(/:([a-zA-Z_]+)/g, (_, name: string) => {
    const value = params?.[name];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
}

/** Query string of plain values; lists repeat the key; undefined is left out. With the `?` when not empty. */
export function queryString(query: Readonly<Record<string, unknown>> | undefined): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query ?? {})) {
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) search.append(key, String(each));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
