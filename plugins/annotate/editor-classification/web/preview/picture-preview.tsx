import { useState } from 'react';
import type { JSX } from 'react';
import { FileCard } from './file-card.tsx';
import type { PreviewedEditor } from './preview-controls.ts';
import classes from '../classification.module.css';
import { messages } from '../messages.ts';

/** A picture as a whole, where nothing is marked in it. */
export function PicturePreview({ editor }: { readonly editor: PreviewedEditor }): JSX.Element {
  const [failed, setFailed] = useState(false);
  if (failed)
    return (
      <FileCard editor={editor} reason={messages.picturePreview.pictureCannotBeRead} onRetry={() => setFailed(false)} />
    );
  return (
    <img
      className={classes['whole']}
      src={editor.item.url}
      alt={editor.item.name}
      draggable={false}
      onError={() => setFailed(true)}
    />
  );
}
