/** An answer with its JSON. */
export interface JsonAnswer<T> {
  readonly status: number;
  readonly body: T;
}

/** One request; throws when there is no answer. */
export async function fetchJson<T>(
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: unknown,
): Promise<JsonAnswer<T>> {
  const bytes = body instanceof Uint8Array;
  const response = await fetch(url, {
    method,
    headers: {
      ...headers,
      ...(body === undefined ? {} : { 'content-type': bytes ? 'application/octet-stream' : 'application/json' }),
    },
    ...(body === undefined ? {} : { body: bytes ? new Uint8Array(body) : JSON.stringify(body) }),
    signal: AbortSignal.timeout(20_000),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? {} : JSON.parse(text)) as T };
}

/** Signs in by password; answers the headers of later calls about `teamId`. */
export async function signInOverHttp(
  url: string,
  email: string,
  password: string,
  teamId: number,
): Promise<Record<string, string>> {
  const { status, body } = await fetchJson<{ accessToken?: string }>(
    'POST',
    `${url}/services/auth/sign-in`,
    { 'x-requested-with': 'loupe-auth' },
    { email, password },
  );
  if (body.accessToken === undefined) throw new Error(`Signing in was answered ${status} ${JSON.stringify(body)}`);
  return {
    authorization: `Bearer ${body.accessToken}`,
    'x-entity-context': Buffer.from(JSON.stringify({ team_id: teamId })).toString('base64'),
  };
}
