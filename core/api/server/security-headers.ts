/** The only documents that a page may show in a frame. Exact paths keep foreign code in its frame. */
const FRAMES = ['/auth-frame', '/app-frame'];

/**
 * Policy of every page. `origins`: where the pages are, as their browsers see it; a policy can name a path only behind
 * one.
 */
export function pagePolicy(frameAncestors: readonly string[], origins: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    `frame-src ${[...new Set(origins)].flatMap(origin => FRAMES.map(path => origin + path)).join(' ')}`,
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors.length === 0 ? "'self'" : ["'self'", ...frameAncestors].join(' ')}`,
  ].join('; ');
}

/**
 * Policy of a sealed worker, a script whose file is named `…-sealed-worker`: it computes on what it is sent and reaches
 * nothing at all, so it may compile code (image libraries are WebAssembly whose bindings are made at run time). The
 * page itself never may.
 */
export const SEALED_WORKER_POLICY = "default-src 'none'; script-src 'unsafe-eval' 'wasm-unsafe-eval'";

/** Headers of every answer. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'x-dns-prefetch-control': 'off',
};

/** Policy of answers that are no page: nothing in them may run. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";
