import { Fault } from '#core/base/common/index.ts';

/** Reads the address of a registry of npm packages, without a slash at the end. @throws Fault CONFIGURATION */
export function registryAddress(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username + url.search + url.hash !== '')
    throw new Fault('CONFIGURATION', 'NPM_REGISTRY is not valid: use an address such as https://npm.example.org');
  return url.href.replace(/\/+$/, '');
}
