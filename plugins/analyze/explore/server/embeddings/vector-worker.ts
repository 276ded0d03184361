import { parentPort } from 'node:worker_threads';
import type { VectorCall } from './vector-calls.ts';
import { runVectorCall } from './vector-calls.ts';

parentPort!.on('message', ({ id, call }: { readonly id: number; readonly call: VectorCall }) =>
  parentPort!.postMessage({ id, answer: runVectorCall(call) }),
);
