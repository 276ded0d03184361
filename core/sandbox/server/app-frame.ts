import { randomBytes } from 'node:crypto';
import { GUEST_HELLO, GUEST_LIMITS } from '../common/messages.ts';
import face from './frame/face.js?raw';
import faceless from './frame/faceless.js?raw';
import guest from './frame/guest.js?raw';
import worker from './frame/worker.js?raw';

/** Features of the browser that no guest may use. */
const FEATURES = [
  'accelerometer',
  'ambient-light-sensor',
  'attribution-reporting',
  'autoplay',
  'bluetooth',
  'browsing-topics',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'compute-pressure',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'join-ad-interest-group',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'private-state-token-issuance',
  'private-state-token-redemption',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'run-ad-auction',
  'screen-wake-lock',
  'serial',
  'shared-storage',
  'storage-access',
  'usb',
  'web-share',
  'window-management',
  'xr-spatial-tracking',
];

const COMMON = ["connect-src 'none'", "frame-src 'none'", "form-action 'none'", "base-uri 'none'"];
const FACE = ["style-src 'unsafe-inline'", 'img-src data: blob:', 'font-src data:', 'media-src blob:'];

/** A document and the headers it needs. */
export interface AppFrame {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * The document that foreign code runs in, made for each request. With a face the code has this document; faceless it
 * runs in a worker of it, the only thing that `worker-src` allows, and only here. `frameAncestors`: origins that may
 * embed the product's pages.
 */
export function appFrame(isFaceless: boolean, frameAncestors: readonly string[]): AppFrame {
  const nonce = randomBytes(18).toString('base64');
  const own = isFaceless ? ['worker-src blob:'] : ["worker-src 'none'", ...FACE];
  const policy = [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'unsafe-eval'`,
    ...own,
    ...COMMON,
    `frame-ancestors ${["'self'", ...frameAncestors].join(' ')}`,
  ];
  // Neither `sandbox` nor `frame-ancestors` means anything in a document; what counts here is that no nonce is known
  // any more.
  const second = ["default-src 'none'", "script-src 'unsafe-eval'", ...own, ...COMMON].join('; ');
  const begin = `const begin = () => (${expression(guest)})(${JSON.stringify(GUEST_LIMITS)});`;
  const given = `const hello = ${quoted(GUEST_HELLO)}, policy = ${quoted(second)};`;
  const script = isFaceless
    ? `const workerText = ${quoted(`(() => { ${begin}\n${worker} })();`)}; ${given}\n${faceless}`
    : `${begin} ${given}\n${face}`;
  return {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>App</title></head><body><script nonce="${nonce}">(() => {\n${script}})();</script></body></html>`,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-dns-prefetch-control': 'off',
      'connection-allowlist': '()',
      'permissions-policy': FEATURES.map(each => `${each}=()`).join(', '),
    },
  };
}

/** The one expression of a file that begins with comments. */
const expression = (text: string): string =>
  text
    .trim()
    .replace(/;$/, '')
    .replace(/^(\/\/.*\n)+/, '');

/** A text in the form that a script element may contain. */
const quoted = (text: string): string => JSON.stringify(text).replaceAll('<', '\\u003c');
