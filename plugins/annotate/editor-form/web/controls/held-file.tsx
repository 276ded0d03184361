import { ActionIcon, Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JSX } from 'react';
import { fileSize, Icon, Tooltip } from '#core/ui/web/index.ts';
import { PdfView } from '#plugins/annotate/editor/web/kit/pdf/index.ts';
import { readFileReference } from '#plugins/annotate/form/common/index.ts';
import { mediaTypeOfName } from '#plugins/workspace/items/common/index.ts';
import { useForm } from '../form-context.ts';
import classes from '../form.module.css';
import { messages } from '../messages.ts';
import { FaultNote } from './fault-note.tsx';
import { MediaPlace } from './media-place.tsx';

/** A stored file of a field, with its size; shown, downloaded and removed. */
export function HeldFile({
  reference,
  readOnly,
  onRemove,
}: {
  readonly reference: string;
  readonly readOnly: boolean;
  readonly onRemove: () => void;
}): JSX.Element {
  const { files } = useForm();
  const [open, setOpen] = useState(false);
  const stored = readFileReference(reference);
  const { data } = useQuery({
    queryKey: ['form-file', files?.itemId ?? 0, reference],
    queryFn: async () => (await files?.file(reference)) ?? null,
    enabled: stored !== undefined,
    staleTime: 50 * 60_000,
    gcTime: 0,
    retry: false,
  });
  const name = stored?.name ?? reference;
  const mime = data?.mime ?? mediaTypeOfName(name);
  const kind =
    /^(?:image|audio|video)\//.test(mime) && mime !== 'image/svg+xml'
      ? mime.split('/')[0]
      : mime === 'application/pdf'
        ? 'pdf'
        : undefined;
  const url = stored === undefined && /^https?:\/\//i.test(reference) ? reference : data?.url;
  return (
    <div>
      <div className={classes['upload']}>
        <Icon name="file" size={16} />
        <span className={classes['grow']}>
          {url === undefined ? (
            name
          ) : (
            <Anchor
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              size="sm"
              {...(stored === undefined ? {} : { download: name })}
            >
              {name}
            </Anchor>
          )}{' '}
          {data === null ? (
            <span className={classes['count']}>{messages.upload.isNoFileOfThisItem}</span>
          ) : data === undefined ? undefined : (
            <span className={classes['count']}>{fileSize(data.size)}</span>
          )}
        </span>
        {kind === undefined ? undefined : (
          <Button variant="subtle" size="compact-xs" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? messages.upload.hide : messages.upload.show}
          </Button>
        )}
        {readOnly ? undefined : (
          <Tooltip label={messages.upload.remove}>
            <ActionIcon size="sm" aria-label={messages.upload.removeName(name)} onClick={onRemove}>
              <Icon name="trash" size={14} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {open ? (
        <MediaPlace
          field={{ key: `file ${reference}`, value: reference, readOnly: true, set: () => undefined }}
          what="file"
        >
          {(address, onError) =>
            kind === 'image' ? (
              <figure className={classes['figure']}>
                <img src={address} alt={name} onError={onError} />
              </figure>
            ) : kind === 'audio' ? (
              <audio className={classes['media']} src={address} controls aria-label={name} onError={onError} />
            ) : kind === 'video' ? (
              <video className={classes['media']} src={address} controls aria-label={name} onError={onError} />
            ) : (
              <div className={classes['pdf']}>
                <PdfView
                  url={address}
                  name={name}
                  fault={(reason, retry) => (
                    <FaultNote text={messages.shared.pdfCannotBeShown(reason)} address={address} onRetry={retry} />
                  )}
                />
              </div>
            )
          }
        </MediaPlace>
      ) : undefined}
    </div>
  );
}
