import { Fault } from '#core/base/common/index.ts';

/** A package of a registry, in one version. */
export interface PackageSpec {
  readonly name: string;
  readonly version: string;
}

/** Reads `name@version`, also with a scope. */
export function specOf(text: string): PackageSpec {
  const at = text.lastIndexOf('@');
  return { name: text.slice(0, at), version: text.slice(at + 1) };
}

/** Returns whether a text can name a package: one folder, or one in that of its scope. */
export const isPackageName = (text: string): boolean =>
  /^(@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*$/i.test(text);

/** 422 of a package that an action cannot have. */
export const refusedPackage = (message: string): Fault =>
  new Fault('PACKAGE_REFUSED', message, { status: 422, details: { field: 'packages' } });
