/** A file comes from our own origin. Pages may load no other (security headers). */
export const isOurs = (url: string): boolean => url !== '' && new URL(url, location.href).origin === location.origin;
