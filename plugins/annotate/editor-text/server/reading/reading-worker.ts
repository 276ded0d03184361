import { parentPort } from 'node:worker_threads';
import { readFileText } from './read-file.ts';
import type { ReadAnswer, ReadRequest } from './reading-thread.ts';

parentPort!.on('message', ({ kind, bytes }: ReadRequest) => {
  const answer = (text: ReadAnswer): void => parentPort!.postMessage(text);
  readFileText(kind, bytes).then(answer, () => answer(null));
});
