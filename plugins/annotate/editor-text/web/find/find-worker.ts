import type { FindMessage } from './find-messages.ts';
import { findPlaces } from './find-places.ts';

let text = '';

onmessage = ({ data }: MessageEvent<FindMessage>) => {
  if ('text' in data) text = data.text;
  else postMessage(findPlaces(text, data));
};
