export const BROWSER_AREAS: Readonly<Record<string, readonly string[]>>;
export function browserArea(path: string): string | undefined;
export function areaOf(path: string): string;
export function pluginOf(path: string): string | undefined;
