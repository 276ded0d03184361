import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { Fault, isFault } from '#core/base/common/index.ts';

const LENGTH = 500;

/** Returns what went wrong with a provider, in its own words where it said any. */
export function problemOf(error: unknown): string {
  const parts: string[] = [];
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if (each instanceof AuthorizationResponseError || each instanceof ResponseBodyError)
      parts.push(`${each.error}${each.error_description === undefined ? '' : `: ${each.error_description}`}`);
    else if (!parts.includes(each.message)) parts.push(each.message);
    if (isFault(each)) break;
  }
  return parts.join(' – ').slice(0, LENGTH);
}

/** The refusal of a sign-in because of the provider; faults of our own stay as they are. */
export const providerFault = (error: unknown): Fault =>
  isFault(error) && error.code.startsWith('SSO_')
    ? error
    : new Fault('SSO_FAILED', `Your identity provider did not sign you in. ${problemOf(error)}`, {
        status: 422,
        details: { problem: problemOf(error) },
        cause: error,
      });
