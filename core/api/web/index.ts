export { client } from './client.ts';
export type { Client } from './client.ts';
export { Connection, KEPT_HEADER } from './connection.ts';
export { EventStream } from './event-stream.ts';
export { KeptAnswers } from './kept-answers.ts';
export { callSharing, SharedCalls } from './shared-calls.ts';
export { CallHooks, faultOf, Transport } from './transport.ts';
export type { CallInfo, Handling, OutgoingRequest } from './transport.ts';
export { quiet } from './quiet.ts';
