import type { FrameAction, FrameRequest, FrameResponse } from '../common/frame-protocol.ts';
import { FRAME_HELLO } from '../common/frame-protocol.ts';
import { messages } from './messages.ts';

// This file is the whole hidden frame: it alone sends the session cookie. It imports no library, so it loads in one
// small request.

interface FrameCall {
  readonly method?: 'GET' | 'PUT';
  readonly path: string;
  readonly body?: (args: Record<string, unknown>) => object;
}

const CALLS: Readonly<Record<FrameAction, FrameCall>> = {
  signIn: { path: 'sign-in', body: ({ email, password }) => ({ email, password }) },
  answerChallenge: { path: 'sign-in/challenge', body: ({ challenge, method, code }) => ({ challenge, method, code }) },
  passkeySignIn: { path: 'sign-in/passkey', body: ({ token, response }) => ({ token, response }) },
  externalSignIn: { path: 'sign-in/external', body: ({ ticket, answer }) => ({ ticket, answer }) },
  signOut: { path: 'sign-out', body: () => ({}) },
  currentSession: { path: 'session', body: () => ({}) },
  endView: { path: 'view/end', body: ({ viewingAs }) => ({ viewing_as: viewingAs }) },
  changePassword: {
    path: 'change-password',
    body: ({ oldPassword, newPassword }) => ({ old_password: oldPassword, new_password: newPassword }),
  },
  setUpTotp: { path: 'mfa/totp', body: () => ({}) },
  verifyTotp: { path: 'mfa/totp/verify', body: ({ code }) => ({ code }) },
  setPreferredMfa: { method: 'PUT', path: 'mfa', body: ({ preferred }) => ({ preferred }) },
  getPreferredMfa: { method: 'GET', path: 'mfa' },
};

async function answer(request: FrameRequest): Promise<FrameResponse> {
  const call: FrameCall | undefined = CALLS[request.action];
  const reject = (code: string, message: string, status: number, details?: unknown): FrameResponse => ({
    id: request.id,
    state: 'rejected',
    error: { code, message, status, details },
  });
  if (call === undefined)
    return reject('BAD_REQUEST', messages.frame.frameHasNoActionName(String(request.action)), 400);
  const args = (request.args ?? {}) as Record<string, unknown>;
  try {
    const response = await fetch(`/services/auth/${call.path}`, {
      method: call.method ?? 'POST',
      credentials: 'same-origin',
      redirect: 'error',
      headers: {
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        'x-requested-with': 'loupe-auth',
        ...(args['accessToken'] === undefined ? {} : { authorization: `Bearer ${String(args['accessToken'])}` }),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body(args)) }),
    });
    const body = (await response.json()) as { error?: string; code?: string; details?: unknown; session?: unknown };
    if (response.ok && request.action === 'currentSession') {
      return body.session === null
        ? reject('UNAUTHORIZED', messages.frame.pleaseSignInAgain, 401)
        : { id: request.id, state: 'fulfilled', data: body.session };
    }
    return response.ok
      ? { id: request.id, state: 'fulfilled', data: body }
      : reject(body.code ?? 'INTERNAL', body.error ?? response.statusText, response.status, body.details);
  } catch {
    return reject('NETWORK', messages.frame.noConnectionToTheServer, 502);
  }
}

let port: MessagePort | undefined;

addEventListener('message', event => {
  // One port, from the page that holds this frame, from its own origin.
  if (port !== undefined || event.source !== parent || event.origin !== location.origin || event.data !== FRAME_HELLO)
    return;
  port = event.ports[0];
  if (port === undefined) return;
  port.onmessage = message => void answer(message.data as FrameRequest).then(response => port?.postMessage(response));
  port.postMessage({ id: 0, state: 'fulfilled' } satisfies FrameResponse);
});
