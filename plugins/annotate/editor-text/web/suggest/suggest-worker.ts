import { findTerms } from '../../common/dictionary/find-terms.ts';
import type { SuggestRequest } from './suggest-messages.ts';

onmessage = ({ data: { text, dictionary } }: MessageEvent<SuggestRequest>) => {
  const found = findTerms(text, dictionary);
  postMessage(found, { transfer: [found.places.buffer] });
};
