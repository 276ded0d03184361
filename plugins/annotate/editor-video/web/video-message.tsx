import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { messages } from './messages.ts';
import type { Conversion } from './server/conversion.ts';
import { ConversionNotice } from './server/conversion-notice.tsx';
import type { PicturesState, VideoPictures } from './video-pictures.ts';
import classes from './video.module.css';

/** Says over the stage why there is no picture. */
export function VideoMessage({
  pictures,
  conversion,
}: {
  readonly pictures: VideoPictures;
  readonly conversion: Conversion | undefined;
}): JSX.Element | undefined {
  const { now, missing } = useSnapshot(pictures.state);
  const text = missing ? messages.videoMessage.thisFrameCannotBeDecoded : textOf(now as PicturesState);
  return text === undefined ? undefined : (
    <div className={classes['message']} role="status">
      {text}
      {now.phase === 'undecodable' && window.isSecureContext && conversion !== undefined ? (
        <ConversionNotice conversion={conversion} />
      ) : undefined}
    </div>
  );
}

/** Why a file that can be read cannot be shown, and what helps. */
function reasonOf(codec: string | undefined): string {
  if (!window.isSecureContext) return messages.videoMessage.browsersDecodeVideoOnly;
  const what = codec ?? messages.videoMessage.theCodecOfThisVideo;
  return messages.videoMessage.thisBrowserCannotDecodeWhat(what);
}

function textOf(now: PicturesState): string | undefined {
  switch (now.phase) {
    case 'opening':
      return messages.videoMessage.openingTheVideo;
    case 'failed':
      return messages.videoMessage.videoCannotBeShown(now.reason);
    case 'undecodable':
      return messages.videoMessage.reasonOfObjectsAndTimes(reasonOf(now.facts.codec));
    case 'ready':
      return now.facts.kind === 'audio' ? messages.videoMessage.thisFileHasSoundOnly : undefined;
  }
}
