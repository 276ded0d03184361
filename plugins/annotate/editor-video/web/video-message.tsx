import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import type { PicturesState, VideoPictures } from './video-pictures.ts';
import classes from './video.module.css';

/** Says over the stage why there is no picture. */
export function VideoMessage({ pictures }: { readonly pictures: VideoPictures }): JSX.Element | undefined {
  const { now, missing } = useSnapshot(pictures.state);
  const text = missing
    ? 'This frame cannot be decoded. Objects can be annotated all the same.'
    : textOf(now as PicturesState);
  return text === undefined ? undefined : (
    <div className={classes['message']} role="status">
      {text}
    </div>
  );
}

/** Why a file that can be read cannot be shown, and what helps. */
function reasonOf(codec: string | undefined): string {
  if (!window.isSecureContext)
    return 'Browsers decode video only on pages with https, so there are no pictures here. Open the page by https.';
  const what = codec ?? 'the codec of this video';
  return `This browser cannot decode ${what}: there are no pictures here. Try another browser, or upload VP9 or AV1.`;
}

function textOf(now: PicturesState): string | undefined {
  switch (now.phase) {
    case 'opening':
      return 'Opening the video…';
    case 'failed':
      return `The video cannot be shown: ${now.reason}`;
    case 'undecodable':
      return `${reasonOf(now.facts.codec)} Objects and times are exact all the same.`;
    case 'ready':
      return now.facts.kind === 'audio' ? 'This file has sound only.' : undefined;
  }
}
