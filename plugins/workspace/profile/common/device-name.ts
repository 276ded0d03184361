const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^Python/, 'Python client'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** Returns the device in a user-agent text, for people: `Chrome on Windows`. */
export function deviceName(agent: string): string {
  const browser = BROWSERS.find(([form]) => form.test(agent))?.[1];
  const system = SYSTEMS.find(([form]) => form.test(agent))?.[1];
  if (browser === undefined && system === undefined) return agent === '' ? 'Unknown device' : agent.slice(0, 60);
  return [browser ?? 'Browser', system].filter(part => part !== undefined).join(' on ');
}
