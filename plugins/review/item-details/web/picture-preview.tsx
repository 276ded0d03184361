import { useState } from 'react';
import type { JSX, ReactNode } from 'react';
import { fileSize, Icon } from '#core/ui/web/index.ts';
import type { Item, ItemAsset } from '#plugins/workspace/items/common/index.ts';
import classes from './item-page.module.css';
import { messages } from './messages.ts';

/** Kinds of files by the first part of their type, for what cannot be shown here. */
const KINDS: Readonly<Record<string, string>> = {
  video: messages.picturePreview.video,
  audio: messages.picturePreview.audio,
  text: messages.picturePreview.text,
  image: messages.picturePreview.picture,
  application: messages.picturePreview.file,
};

/**
 * The picture of an item with something drawn over it; of other files, what kind they are. Only pictures are shown:
 * they come as images from signed addresses and run nothing in this origin.
 */
export function PicturePreview({
  item,
  asset,
  children,
}: {
  readonly item: Item;
  readonly asset: ItemAsset;
  readonly children?: ReactNode;
}): JSX.Element {
  const [failed, setFailed] = useState(false);
  const source =
    asset.mime === null || asset.mime.startsWith('image/') ? (asset.lores ?? asset.thumbnail) : asset.thumbnail;
  if (source !== null && !failed) {
    return (
      <div className={classes['stage']}>
        <div className={classes['picture']}>
          <img src={source} alt={item.name} referrerPolicy="no-referrer" onError={() => setFailed(true)} />
          {children}
        </div>
      </div>
    );
  }
  const kind = KINDS[(asset.mime ?? '').split('/')[0] ?? ''] ?? messages.picturePreview.file;
  return (
    <div className={classes['stage']}>
      <div className={classes['kind']}>
        <Icon
          name={kind === 'Video' ? 'play' : kind === 'Text' ? 'text' : kind === 'Picture' ? 'image' : 'file'}
          size={36}
        />
        <div>
          {failed
            ? messages.picturePreview.pictureCouldNotBeLoaded
            : item.url === null
              ? messages.picturePreview.kindNoPreview(kind)
              : messages.picturePreview.kindInYourStorage(kind)}
        </div>
        {item.metadata.size === null ? undefined : <div>{fileSize(item.metadata.size)}</div>}
      </div>
    </div>
  );
}
