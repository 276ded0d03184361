import { isIP } from 'node:net';

/**
 * Reverse proxies whose `X-Forwarded-*` is believed: none, how many are in front of the server, or their addresses and
 * networks.
 */
export type TrustedProxies = false | number | readonly string[];

/** Returns the parts of a list that is separated by commas. */
export const list = (value: string): string[] =>
  value
    .split(',')
    .map(each => each.trim())
    .filter(each => each !== '');

/**
 * Reads the proxies an operator names; undefined for what names none. `true` is refused: it would believe what the
 * client itself wrote into the header, so every address could be forged.
 */
export function trustedProxies(value: string): TrustedProxies | undefined {
  if (value === 'false' || value === '0') return false;
  if (/^[1-9]$/.test(value)) return Number(value);
  const networks = list(value);
  return networks.length > 0 && networks.every(isNetwork) ? networks : undefined;
}

function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address, bits, ...more] = text.split('/') as [string, string?, ...string[]];
  const family = isIP(address);
  return (
    family !== 0 &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
  );
}
