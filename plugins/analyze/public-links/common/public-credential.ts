/** A Public credential: the token of a link and, once its password was given, a pass. */
export interface PublicCredential {
  readonly token: string;
  readonly pass: string | undefined;
}

/** Reads `Public {token}` or `Public {token}.{pass}`; undefined for anything else. */
export function readCredential(authorization: string | undefined): PublicCredential | undefined {
  const match = /^Public (\w{20,100})(?:\.([\w.-]{1,200}))?$/.exec(authorization ?? '');
  return match === null ? undefined : { token: match[1]!, pass: match[2] };
}
