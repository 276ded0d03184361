import { ActionIcon, Avatar } from '@mantine/core';
import { useState } from 'react';
import type { CSSProperties, JSX } from 'react';
import { Icon, Modal, Tooltip } from '#core/ui/web/index.ts';
import { isRecord } from '#plugins/annotate/annotations/common/index.ts';
import { useController } from '../form-context.ts';
import type { ControlProps } from './control.ts';
import { mediaAddress } from './media-address.ts';
import { MediaPlace } from './media-place.tsx';
import classes from '../form.module.css';
import { messages } from '../messages.ts';

const look = (filter: unknown): CSSProperties => {
  const { brightness, contrast } = isRecord(filter) ? filter : {};
  const part = (name: string, value: unknown): string =>
    typeof value === 'number' && value !== 0 ? `${name}(${1 + Math.max(-100, Math.min(100, value)) / 100})` : '';
  const text = `${part('brightness', brightness)} ${part('contrast', contrast)}`.trim();
  return text === '' ? {} : { filter: text };
};

export function ImageControl({ component, path, field, name }: ControlProps): JSX.Element {
  const controller = useController();
  const [open, setOpen] = useState(false);
  const [zoom, setZoom] = useState(1);
  const alt = controller.text(component['alt'], path.slice(0, -1)) || name;
  const style = look(component['filter']);
  return (
    <MediaPlace field={field} what="image">
      {(address, onError) => (
        <>
          <figure className={classes['figure']}>
            <button
              type="button"
              data-control
              aria-label={messages.media.enlargeAlt(alt)}
              style={{ display: 'block', width: '100%', padding: 0, border: 0, background: 'none' }}
              onClick={() => setOpen(true)}
            >
              <img
                src={address}
                alt={alt}
                loading="lazy"
                onError={onError}
                data-cover={component['layout'] === 'cover'}
                style={style}
              />
            </button>
          </figure>
          <Modal opened={open} onClose={() => setOpen(false)} title={alt} fullScreen>
            <div className={classes['bar']}>
              <Tooltip label={messages.media.zoomOut}>
                <ActionIcon aria-label={messages.media.zoomOut} onClick={() => setZoom(Math.max(0.25, zoom / 1.5))}>
                  <Icon name="zoomOut" />
                </ActionIcon>
              </Tooltip>
              <span className={classes['count']}>{Math.round(zoom * 100)} %</span>
              <Tooltip label={messages.media.zoomIn}>
                <ActionIcon aria-label={messages.media.zoomIn} onClick={() => setZoom(Math.min(8, zoom * 1.5))}>
                  <Icon name="zoomIn" />
                </ActionIcon>
              </Tooltip>
              <Tooltip label={messages.media.fit}>
                <ActionIcon aria-label={messages.media.fit} onClick={() => setZoom(1)}>
                  <Icon name="fit" />
                </ActionIcon>
              </Tooltip>
            </div>
            <div className={classes['scroll']}>
              <img src={address} alt={alt} style={{ ...style, width: `${zoom * 100}%` }} />
            </div>
          </Modal>
        </>
      )}
    </MediaPlace>
  );
}

export function AvatarControl({ component, path, field, name }: ControlProps): JSX.Element {
  const controller = useController();
  return (
    <MediaPlace field={field} what="picture">
      {address => (
        <Avatar
          src={address}
          size={Number(component['size']) || 48}
          alt={controller.text(component['alt'], path.slice(0, -1)) || name}
        />
      )}
    </MediaPlace>
  );
}

export function VideoControl(props: ControlProps): JSX.Element {
  return <PlayedControl {...props} tag="video" />;
}

export function AudioControl(props: ControlProps): JSX.Element {
  return <PlayedControl {...props} tag="audio" />;
}

function PlayedControl({ field, name, tag: Tag }: ControlProps & { readonly tag: 'audio' | 'video' }): JSX.Element {
  return (
    <MediaPlace field={field} what={Tag}>
      {(address, onError) => (
        <Tag
          className={classes['media']}
          src={address}
          controls
          preload="metadata"
          aria-label={name}
          onError={onError}
        />
      )}
    </MediaPlace>
  );
}

/** Pages: an address that is opened beside the form. */
export function LinkControl({ field, name }: ControlProps): JSX.Element {
  const place = mediaAddress(field.value, location.href);
  if (place.kind === 'none') return <div className={classes['quiet']}>{messages.media.nothingToOpen}</div>;
  if (place.kind === 'unknown') return <div className={classes['quiet']}>{place.text}</div>;
  return (
    <a
      href={place.address}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={messages.media.openNameInANewTab(name)}
    >
      <Icon name="link" size={14} /> {place.address}
    </a>
  );
}
