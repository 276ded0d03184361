import { ActionIcon } from '@mantine/core';
import type { JSX } from 'react';
import { useSnapshot } from 'valtio';
import { useService } from '#core/kernel/web/index.ts';
import { Icon, Tooltip } from '#core/ui/web/index.ts';
import { DataViewStore, thumbnailSizes } from './data-view-store.ts';
import { messages } from './messages.ts';

/** Makes the pictures of lists smaller or larger, by one size. */
export function PictureSize(): JSX.Element {
  const store = useService(DataViewStore);
  const { size } = useSnapshot(store.state);
  const at = thumbnailSizes.findIndex(each => each === size);
  return (
    <>
      <Tooltip label={messages.pictureSize.smallerPictures}>
        <ActionIcon
          aria-label={messages.pictureSize.smallerPictures}
          disabled={at <= 0}
          onClick={() => store.resize(thumbnailSizes[at - 1]!)}
        >
          <Icon name="zoomOut" />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={messages.pictureSize.largerPictures}>
        <ActionIcon
          aria-label={messages.pictureSize.largerPictures}
          disabled={at >= thumbnailSizes.length - 1}
          onClick={() => store.resize(thumbnailSizes[at + 1]!)}
        >
          <Icon name="zoomIn" />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
