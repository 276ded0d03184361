export { authApi, person, session } from './api.ts';
export type { Person, Session } from './api.ts';
export { email } from './email.ts';
export { FRAME_HELLO, FRAME_TIMEOUT } from './frame-protocol.ts';
export type { FrameAction, FrameActions, FrameRequest, FrameResponse } from './frame-protocol.ts';
export { password, PASSWORD_LENGTH, passwordProblem } from './password-rules.ts';
