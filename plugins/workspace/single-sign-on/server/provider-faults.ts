import { AuthorizationResponseError, ResponseBodyError, WWWAuthenticateChallengeError } from 'openid-client';
import { Fault, isFault } from '#core/base/common/index.ts';

const LENGTH = 500;

const worded = (error: string, description: string | undefined): string =>
  description === undefined ? error : `${error}: ${description}`;

/** Returns what went wrong with a provider, in its own words where it said any. */
export function problemOf(error: unknown): string {
  const parts: string[] = [];
  for (let each: unknown = error; each instanceof Error; each = each.cause) {
    if (each instanceof AuthorizationResponseError || each instanceof ResponseBodyError)
      parts.push(worded(each.error, each.error_description));
    else if (each instanceof WWWAuthenticateChallengeError)
      parts.push(
        ...each.cause.map(({ scheme, parameters }) =>
          worded(parameters['error'] ?? scheme, parameters['error_description']),
        ),
      );
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
